"""The measures of the scenery that both drawing and answers need, in metres."""

from __future__ import annotations

HOUSE_HEIGHT_M, HOUSE_WIDTH_M, HOUSE_DEPTH_M = 6.4, 6.0, 7.0
HOUSE_NEAR_M = 5.0
NUMBER_HEIGHT_M = 2.1
NUMBER_TOP_M = 5.6
