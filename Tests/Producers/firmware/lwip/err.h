#pragma once
using err_t = int;
enum { ERR_OK = 0, ERR_INPROGRESS = -5, ERR_ARG = -16 };
