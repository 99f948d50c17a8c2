/**
 * The analysed program to IR: one object file. Lowering knows the types and symbols of program.ts and the operations of the IR; it must not know the syntax tree,
 * nor any back end.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Module } from '../../../ir/module.ts';
import type { Program } from '../program.ts';
import { arrayParts } from './arrays/array-parts.ts';
import { applyElemental } from './arrays/elemental.ts';
import { callArray, callDescribed, callElemental, lowerCall, pointerResult } from './calls/call.ts';
import { dummyPlace } from './calls/dummy-place.ts';
import { lowerProcedure } from './calls/procedure.ts';
import type { Parts } from './context.ts';
import { lowerAddress, lowerDescriptorAddress, lowerElementBytes } from './designator.ts';
import { lowerCondition, lowerIndex, lowerScalar } from './expression.ts';
import { type LowerOptions, ModuleBuilder } from './module-builder.ts';
import {
  assignDerived,
  functionsOfType,
  initializeDerived,
  needDeviceFunctions,
  releaseDerived,
} from './objects/derived.ts';
import { constantAddress } from './objects/static-data.ts';
import { needTypeTable } from './objects/type-tables.ts';
import { applyBinary } from './operators.ts';
import { lowerStatements } from './statement.ts';
import { needStatic } from './variables/globals.ts';
import { declareVariable } from './variables/variables.ts';

export type Lowered = { readonly module: Module; readonly diagnostics: readonly Diagnostic[] };

export function lowerProgram(program: Program, options: LowerOptions): Lowered {
  const m = new ModuleBuilder(options);
  m.functionsOfType = (type) => functionsOfType(m, parts, type);
  for (const v of program.variables) needStatic(m, v);
  for (const p of program.procedures) lowerProcedure(m, parts, p);
  for (const v of m.targets) needStatic(m, v);
  return { module: m.finish(), diagnostics: m.diagnostics };
}

const parts: Parts = {
  ...arrayParts,
  scalar: lowerScalar,
  condition: lowerCondition,
  index: lowerIndex,
  address: lowerAddress,
  descriptorAddress: lowerDescriptorAddress,
  elementBytes: lowerElementBytes,
  statements: lowerStatements,
  call: lowerCall,
  callArray,
  callDescribed,
  pointerResult,
  callElemental,
  elemental: applyElemental,
  binary: applyBinary,
  declare: declareVariable,
  dummyPlace,
  constantAddress,
  initialize: initializeDerived,
  assignDerived,
  release: releaseDerived,
  typeTable: (ctx, type) => {
    const name = needTypeTable(ctx.module, type);
    if (ctx.mode === 'device' && type.base === 'derived') needDeviceFunctions(ctx, type.type, name);
    return { kind: 'global', type: 'ptr.host', name };
  },
};
