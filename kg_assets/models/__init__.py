"""Clients for language models and embeddings, with their log and replay. No Dagster."""
