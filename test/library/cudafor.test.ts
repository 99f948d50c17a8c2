import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cudafor } from '../../src/library/cudafor/module.ts';
import { devicePropComponents } from '../../src/library/cudafor/types.ts';
import type { Param } from '../../src/library/library-module.ts';
import { libraryModules } from '../../src/library/modules.ts';
import { cudaErrors, errorCode, errorName, errorText } from '../../src/machine/errors.ts';
import { deviceModels, propertiesOf } from '../../src/machine/models.ts';
import { typesOf } from '../../src/runtime/bind/cells.ts';
import { calledNames } from './programs.ts';

const lists = Object.entries(cudafor.routines).flatMap(([name, routine]) =>
  [routine.takes, ...(routine.also ?? [])].map((takes): [string, Readonly<Record<string, Param>>] => [name, takes]),
);

const typeNamed = typesOf(cudafor, (name) => libraryModules.get(name));

test('names differ in any case, and every routine does something', () => {
  const names = [cudafor.types, cudafor.constants, cudafor.routines].flatMap((group) => Object.keys(group));
  assert.equal(new Set(names.map((n) => n.toLowerCase())).size, names.length);
  for (const [name, routine] of Object.entries(cudafor.routines)) {
    assert.ok(routine.run, name);
    assert.ok(routine.doc.length > 0, name);
  }
});

test('every routine is called by a program that checks itself', () => {
  assert.deepEqual(
    Object.keys(cudafor.routines).filter((name) => !calledNames.has(name.toLowerCase())),
    [],
  );
});

test('parameters name types that exist and extents that are parameters', () => {
  for (const [name, takes] of lists) {
    for (const param of Object.values(takes)) {
      if (param.type?.base === 'derived') assert.ok(typeNamed(param.type.name), `${name} ${param.type.name}`);
      for (const extent of param.extents ?? []) assert.ok(takes[extent], `${name} ${extent}`);
    }
  }
});

test('every component of cudaDeviceProp has a value of its shape on every model', () => {
  for (const model of Object.values(deviceModels)) {
    const values = propertiesOf(model, 0);
    for (const { name, extents } of devicePropComponents) {
      if (name === 'name') continue;
      const value = values[name];
      assert.ok(value !== undefined, name);
      assert.equal(typeof value === 'number' ? undefined : value.length, extents?.[0], name);
    }
  }
});

test('errors by code and name', () => {
  assert.equal(errorText(9), 'invalid configuration argument');
  assert.equal(errorName(700), 'cudaErrorIllegalAddress');
  assert.equal(errorText(12345), 'unrecognized error code');
  for (const [code, name] of cudaErrors) {
    assert.equal(errorCode(name), code);
    assert.equal(cudafor.constants[name]?.value, code);
  }
});
