// `node --import ./test/compile-cache.mjs --test …`: the sources that a test imports are stripped of their types and compiled once, not for each file of tests.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/cufort-tests'));
