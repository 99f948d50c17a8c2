#pragma once
#include <cub/block/block_exchange.cuh>
