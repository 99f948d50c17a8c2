/** Calls of device functions, by name or by address. */
import { InternalError } from '../../base/impossible.ts';
import type { Statement } from '../../ir/module.ts';
import type { ValueType } from '../../ir/types.ts';
import { isTensorInstruction } from '../../opt/kernel/tensor-cores.ts';
import { emit, emitRegister } from './expression.ts';
import type { Frame } from './frame.ts';
import { address } from './instruction.ts';
import { putProcedure } from './instructions.ts';
import { moveTypes, paramType, plainType } from './represent.ts';
import { emitTensor } from './tensor.ts';

type Call = Extract<Statement, { kind: 'call' }>;

export function emitCall(f: Frame, s: Call): void {
  const { code } = f;
  if (s.callee.kind === 'direct' && isTensorInstruction(s.callee.name)) {
    emitTensor(f, s, s.callee.name);
    return;
  }
  const signature = signatureOf(f, s);
  const name = nameOf(s.callee);
  const target =
    s.callee.kind === 'indirect' && name === undefined ? putProcedure(f, emitRegister(f, s.callee.pointer)) : undefined;
  const args = s.args.map((a) => (plainType(a.type) === 'bool' ? truth(f, emit(f, a)) : emit(f, a)));
  const types = s.args.map((a) => paramType(a.type));
  code.note('\t{');
  args.forEach((value, i) => {
    code.note(`\t.param .${types[i]} a${i};`);
    code.put(`st.param.${types[i]}`, address(`a${i}`), value);
  });
  if (signature.results.length > 0) code.note(`\t.param ${resultDeclaration(signature.results, 'r0')};`);
  const gives = signature.results.length > 0 ? ['(r0)'] : [];
  const takes = `(${args.map((_, i) => `a${i}`).join(', ')})`;
  if (target === undefined) code.put('call', ...gives, f.unit.names.of(name ?? ''), takes);
  else {
    const prototype = code.label('prototype').replaceAll('$', '_');
    const result = signature.results.length > 0 ? `(.param ${resultDeclaration(signature.results, '_')}) ` : '';
    code.note(`\t${prototype}: .callprototype ${result}_ (${types.map((t) => `.param .${t} _`).join(', ')});`);
    code.put('call', ...gives, target, takes, prototype);
  }
  s.results.forEach((local, i) => {
    takeResult(f, signature.results, local, i);
  });
  code.note('\t}');
}

/** The procedure that is called, where it is known. */
function nameOf(callee: Call['callee']): string | undefined {
  if (callee.kind === 'direct') return callee.name;
  return callee.pointer.kind === 'function' ? callee.pointer.name : undefined;
}

function takeResult(f: Frame, results: readonly ValueType[], local: number, i: number): void {
  const type = results[i]!;
  const from = address('r0', 8 * i);
  if (plainType(type) !== 'bool') {
    f.code.put(`ld.param.${moveTypes[plainType(type)]}`, f.local(local), from);
    return;
  }
  const number = f.code.register('r');
  f.code.put('ld.param.b32', number, from);
  f.code.put('setp.ne.s32', f.local(local), number, '0');
}

/** One result is a value, several are cells of 8 bytes. */
export function resultDeclaration(results: readonly ValueType[], name: string): string {
  if (results.length === 1) return `.${paramType(results[0]!)} ${name}`;
  return `.align 8 .b8 ${name}[${8 * results.length}]`;
}

function truth(f: Frame, p: string): string {
  const to = f.code.register('r');
  f.code.put('selp.b32', to, '1', '0', p);
  return to;
}

function signatureOf(f: Frame, s: Call): { readonly results: readonly ValueType[] } {
  if (s.callee.kind === 'indirect') return s.callee;
  const fn = f.unit.program.functions.get(s.callee.name);
  if (fn?.kind !== 'device') throw new InternalError(`a call of ${s.callee.name} in device code`, s.at);
  return fn;
}
