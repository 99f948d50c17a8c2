/** An intrinsic function as an actual argument or pointer target: a procedure made for it. */
import { madeVariable } from '../../made-variable.ts';
import { plainAttributes } from '../../plain-attributes.ts';
import type { Expr, Procedure, Type, Variable } from '../../program.ts';
import type * as tree from '../../tree.ts';
import type { Env } from '../context.ts';
import { hostTargets } from '../declarations/procedures.ts';
import { implicitTypeOf } from '../scope.ts';
import { integer4, real4, real8 } from '../types.ts';
import { isIntrinsic, resolveIntrinsic } from './intrinsic-calls.ts';

const complex4: Type = { base: 'complex', kind: 4 };
const complex8: Type = { base: 'complex', kind: 8 };
const text: Type = { base: 'character', kind: 1, length: { kind: 'assumed' } };
const one = (type: Type, names: string): [string, Type[]][] => names.split(' ').map((n) => [n, [type]]);
const two = (type: Type, names: string): [string, Type[]][] => names.split(' ').map((n) => [n, [type, type]]);

/** The arguments of the functions that may be passed on: those of Fortran 2018, table 16.2, and the same for functions that came later or are extensions. */
const specifics: ReadonlyMap<string, readonly Type[]> = new Map([
  ...one(real4, 'acosh asinh atanh erf erfc erfc_scaled gamma log_gamma'),
  ...one(real4, 'bessel_j0 bessel_j1 bessel_y0 bessel_y1 besj0 besj1 besy0 besy1 sind cosd tand asind acosd atand'),
  ...one(real8, 'dacosh dasinh datanh derf derfc dgamma dlgama dbesj0 dbesj1 dbesy0 dbesy1'),
  ...one(real8, 'dsind dcosd dtand dasind dacosd datand'),
  ...two(real4, 'hypot atan2d'),
  ...two(real8, 'datan2d'),
  ...two(real4, 'dprod'),
  ...one(integer4, 'float'),
  ...one(real4, 'abs acos aint alog alog10 anint asin atan cos cosh exp nint sin sinh sqrt tan tanh'),
  ...one(real8, 'dabs dacos dasin datan dcos dcosh dexp dint dlog dlog10 dnint dsin dsinh dsqrt dtan dtanh idnint'),
  ...one(integer4, 'iabs not'),
  ...one(complex4, 'aimag cabs ccos cexp clog conjg csin csqrt'),
  ...one(complex8, 'dimag cdabs cdcos cdexp cdlog dconjg cdsin cdsqrt zabs zcos zexp zlog zsin zsqrt'),
  ...two(real4, 'amod atan2 dim sign'),
  ...two(real8, 'datan2 ddim dmod dsign'),
  ...two(integer4, 'idim isign mod iand ior ieor ishft'),
  ...one(real4, 'log log10'),
  ['len', [text]],
  ['index', [text, text]],
]);

/** `declared`: an `intrinsic` statement names it. */
export function intrinsicProcedure(env: Env, name: tree.Name, declared: boolean): Procedure | undefined {
  const types = specifics.get(name.text);
  if (!types || !isIntrinsic(name.text)) return undefined;
  if (!declared && implicitTypeOf(env, name.text) !== undefined) return undefined;
  const known = env.file.intrinsicProcedures.get(name.text);
  if (known) return known;
  const made = makeProcedure(env, name, types);
  if (made) env.file.intrinsicProcedures.set(name.text, made);
  return made;
}

function makeProcedure(env: Env, name: tree.Name, types: readonly Type[]): Procedure | undefined {
  const linkName = `${env.scope.prefix}.intrinsic.${name.text}`;
  const variable = (n: string, type: Type, storage: 'dummy' | 'result'): Variable => ({
    ...madeVariable(n, type, name.span),
    attributes: { ...plainAttributes, intent: storage === 'dummy' ? 'in' : undefined },
    storage,
    linkName: `${linkName}.${n}`,
  });
  const dummies = types.map((t, i) => variable(`a${i + 1}`, t, 'dummy'));
  const reference = (v: Variable): Expr => ({ kind: 'variable', variable: v, type: v.type, rank: 0, span: name.span });
  const value = resolveIntrinsic(
    name.text,
    dummies.map((v) => ({ value: reference(v) })),
    name.span,
    env.file.report,
  );
  if (!value) return undefined;
  const result = variable('result', value.type, 'result');
  const span = name.span;
  return {
    kind: 'procedure',
    name: name.text,
    span,
    linkName,
    signature: {
      subroutine: false,
      targets: hostTargets,
      dummies,
      result,
      // What stands for it where it is passed on or pointed to takes scalars.
      elemental: false,
      pure: true,
      bindC: false,
      launchBounds: [],
      clusterDims: undefined,
      implicit: false,
    },
    origin: 'external',
    host: undefined,
    module: undefined,
    bindC: false,
    recursive: false,
    body: {
      variables: [result],
      statements: [{ kind: 'assign', to: reference(result), value, transfer: false, span, label: undefined }],
      internals: [],
      entries: [],
      end: span,
    },
  };
}
