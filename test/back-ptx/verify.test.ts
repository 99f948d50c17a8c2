/** Temporaries that some path to a read does not set are found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsetRead } from '../../src/back/ptx/verify.ts';
import { parseLines } from './lines.ts';

const refused: Readonly<Record<string, readonly string[]>> = {
  'never set': ['\tmov.b64 %l4, %rd3;'],
  'set in one branch': [
    '\tsetp.eq.s32 %p1, %l1, 0;',
    '\t@!%p1 bra $fi_1;',
    '\tmov.u64 %rd3, m_neg;',
    '$fi_1:',
    '\tst.local.b64 [slot0], %rd3;',
  ],
  'set after its read in a loop': ['$loop_1:', '\tadd.s32 %l1, %l1, %r2;', '\tmov.u32 %r2, 1;', '\t@%p1 bra $loop_1;'],
  'a predicate of a jump': ['\t@%p1 bra $fi_1;', '$fi_1:'],
  'an address': ['\tld.global.f32 %f1, [%rd1+4];'],
  'one case of a table': [
    '$table_1: .branchtargets $case_1, $case_2;',
    '\tbrx.idx %l1, $table_1;',
    '$case_1:',
    '\tmov.f32 %f1, %l2;',
    '$case_2:',
    '\tadd.rn.f32 %l3, %f1, %f1;',
  ],
};

const taken: Readonly<Record<string, readonly string[]>> = {
  'set in both branches': [
    '\tsetp.eq.s32 %p1, %l1, 0;',
    '\t@!%p1 bra $else_1;',
    '\tmov.u64 %rd3, 1;',
    '\tbra $fi_1;',
    '$else_1:',
    '\tmov.u64 %rd3, 2;',
    '$fi_1:',
    '\tst.local.b64 [slot0], %rd3;',
  ],
  'a branch that leaves': [
    '\tsetp.eq.s32 %p1, %l1, 0;',
    '\t@%p1 bra $set_1;',
    '\tret;',
    '$set_1:',
    '\tmov.b32 %r1, 4;',
    '\tst.global.b32 [%l2], %r1;',
  ],
  'a vector': ['\tld.shared.v2.f32 {%f1, %f2}, [%l1];', '\tadd.rn.f32 %f3, %f1, %f2;'],
  'two results': ['\tshfl.sync.idx.b32 %r1|%p1, %l1, 0, 31, -1;', '\tselp.b32 %l1, %r1, 0, %p1;'],
  'a local of the program': ['\tadd.s32 %l1, %l1, 1;'],
};

for (const [name, lines] of Object.entries(refused))
  test(`refused: ${name}`, () => assert.notEqual(unsetRead(parseLines(lines)), undefined));
for (const [name, lines] of Object.entries(taken))
  test(`taken: ${name}`, () => assert.equal(unsetRead(parseLines(lines)), undefined));
