/** Parts of Node that load much else: when they are first used, so that programs that start and end at once do without. */
export const children = (): typeof import('node:child_process') => process.getBuiltinModule('node:child_process');
export const zlib = (): typeof import('node:zlib') => process.getBuiltinModule('node:zlib');
export const inspector = (): typeof import('node:inspector') => process.getBuiltinModule('node:inspector');
export const terminals = (): typeof import('node:tty') => process.getBuiltinModule('node:tty');
export const threads = (): typeof import('node:worker_threads') => process.getBuiltinModule('node:worker_threads');
export const cryptography = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');
