"""The tools for agents. To add one, declare it in a module of its own and list it here."""

from typing import Any

from kg_assets.mcp.believing import BELIEFS
from kg_assets.mcp.finding import FINDING
from kg_assets.mcp.inspecting import INSPECTING
from kg_assets.mcp.knowing import KNOWING
from kg_assets.mcp.minding import MINDING
from kg_assets.mcp.tool import Tool

TOOLS: tuple[Tool[Any], ...] = (*FINDING, *KNOWING, BELIEFS, *INSPECTING, *MINDING)
