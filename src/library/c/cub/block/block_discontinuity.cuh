#pragma once
#include <cub/block/block_adjacent_difference.cuh>
