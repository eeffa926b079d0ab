"""What people and agents touch: the command line, reading and searching builds."""
