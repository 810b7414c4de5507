#pragma once

// Nothing is called from Swift: the linker puts these in place of libdispatch's own (see Package.swift).
void __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void *queue);
