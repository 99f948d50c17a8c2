/** Arguments of class templates from what an object is made of: `std::vector v{1, 2}`, `std::lock_guard lock(m)`. */
import type { Span } from '../../../base/source.ts';
import { noMatch } from '../errors.ts';
import type { Expression } from '../tree.ts';
import {
  autoType,
  decayed,
  type FunctionType,
  isDependent,
  mentionsAuto,
  showType,
  type TemplateArgument,
  type Type,
  unknown,
  unqualified,
} from '../types.ts';
import { bound, patternOf } from './bound-scopes.ts';
import { madeFor } from './class-info.ts';
import { asValue } from './convert.ts';
import type { Bindings } from './deduce.ts';
import { deduceCall } from './deduce-call.ts';
import { instance } from './instances.ts';
import type { Parser } from './parser.ts';
import { rank } from './rank.ts';
import type { DeductionGuide, Template } from './scope.ts';
import { skipDeclaration } from './skip-declaration.ts';
import { parametersOf } from './template-parameters.ts';

/** The class that `X x(args)` makes of the template X. */
export function deducedClass(
  p: Parser,
  template: Template,
  args: readonly Expression[],
  isBraces: boolean,
  at: Span,
): Type {
  const copied = args.length === 1 ? classMadeOf(template, args[0]!) : undefined;
  if (copied) return copied;
  const guides = [...template.guides, ...constructorsOf(p, template)];
  if (isBraces) {
    const list: Expression = { kind: 'braces', items: args, type: unknown, at };
    const made = firstOf(guides, (g) => (isOfList(p, g, template) ? guided(p, template, g, [list], at) : undefined));
    if (made) return made;
  }
  const made = firstOf(guides, (g) => guided(p, template, g, args, at));
  if (made) return made;
  const whole = args.length === 0 ? p.attempt(() => instance(p, template, [], at)) : undefined;
  if (whole) return whole;
  p.report(
    noMatch(
      template.name,
      args.map((a) => showType(a.type)),
      at,
    ),
  );
  return unknown;
}

function firstOf<A, B>(list: readonly A[], run: (a: A) => B | undefined): B | undefined {
  for (const one of list) {
    const made = run(one);
    if (made !== undefined) return made;
  }
  return undefined;
}

function classMadeOf(template: Template, e: Expression): Type | undefined {
  const type = unqualified(asValue(e).type);
  return madeFor(type)?.template === template ? type : undefined;
}

type Head = { readonly type: FunctionType; readonly required: number };

/** The parameters of a guide or a constructor, with those of the template as they are. */
function headOf(p: Parser, g: DeductionGuide, template: Template): Head | undefined {
  if (g.head === undefined)
    g.head = patternOf(p, g.params, template.scope, () => p.elsewhere(g.at, p.scope, () => readHead(p))) ?? null;
  return g.head ?? undefined;
}

function readHead(p: Parser): Head | undefined {
  const d = p.parts.declarator(p, autoType);
  if (d.type.kind !== 'function') return undefined;
  const first = d.params?.findIndex((q) => q.defaultAt !== undefined || q.pack) ?? -1;
  return { type: d.type, required: first < 0 ? d.type.params.length : first };
}

function isOfList(p: Parser, g: DeductionGuide, template: Template): boolean {
  const first = headOf(p, g, template)?.type.params[0];
  const plain = first?.kind === 'reference' ? first.to : first;
  return plain?.kind === 'pattern' && plain.name === 'initializer_list';
}

/** Arrays as pointers, but where a reference to an array is taken. */
const givenTo = ({ params }: FunctionType, args: readonly Expression[]): readonly Expression[] =>
  args.map((a, i) => {
    const param = params[i];
    return param?.kind === 'reference' && param.to.kind === 'array' ? a : byValue(a);
  });

function guided(
  p: Parser,
  template: Template,
  g: DeductionGuide,
  args: readonly Expression[],
  at: Span,
): Type | undefined {
  const head = headOf(p, g, template);
  if (!head || args.length < head.required) return undefined;
  // What depends on no parameter has to fit as it is.
  if (args.some((a, i) => !fits(p, a, head.type.params[i]))) return undefined;
  const to: Bindings = new Map();
  if (!deduceCall(head.type, givenTo(head.type, args), to, new Set())) return undefined;
  for (const q of g.params) if (q.pack && !to.has(q.name)) to.set(q.name, { pack: [] });
  if (g.isConstructor) {
    const given = argumentsFrom(template, to);
    return given && p.attempt(() => instance(p, template, given, at));
  }
  if (g.params.some((q) => !to.has(q.name) && q.defaultAt === undefined)) return undefined;
  const scope = bound(p, g.params, to, template.scope);
  const result = p.attempt(() => p.elsewhere(g.at, scope, () => p.parts.declarator(p, autoType).type));
  return result?.kind === 'function' && !mentionsAuto(result.result) ? result.result : undefined;
}

const fits = (p: Parser, e: Expression, param: Type | undefined): boolean =>
  param === undefined || isDependent(param) || rank(p, e, param) !== undefined;

/** Class templates are mostly made of values: what an array or a function becomes. */
const byValue = (e: Expression): Expression =>
  e.type.kind === 'array' || e.type.kind === 'function'
    ? ({ ...e, type: decayed(e.type), lvalue: false } as Expression)
    : e;

/** Those that are known; the others have to have defaults. */
function argumentsFrom(template: Template, to: Bindings): readonly TemplateArgument[] | undefined {
  const list: TemplateArgument[] = [];
  for (const q of template.params) {
    const known = to.get(q.name);
    if (!known) return template.params.slice(list.length).every((r) => !to.has(r.name)) ? list : undefined;
    if ('pack' in known) list.push(...known.pack);
    else list.push(known);
  }
  return list;
}

/** Constructors stand in the body of the class, which is looked through once. */
function constructorsOf(p: Parser, template: Template): readonly DeductionGuide[] {
  template.constructors ??= template.hasBody ? (p.attempt(() => lookThrough(p, template)) ?? []) : [];
  return template.constructors;
}

function lookThrough(p: Parser, template: Template): readonly DeductionGuide[] {
  return p.elsewhere(template.bodyAt, template.scope, () => {
    const found: DeductionGuide[] = [];
    while (!p.is('{') && p.token.kind !== 'end') p.at++;
    p.at++;
    while (!p.is('}') && p.token.kind !== 'end') {
      const own = [];
      while (p.is('template') && p.isAhead(1, '<')) {
        p.at++;
        own.push(...parametersOf(p));
      }
      if (/^(?:public|private|protected)$/.test(p.token.text) && p.isAhead(1, ':')) {
        p.at += 2;
        continue;
      }
      const from = p.at;
      while (/^(?:explicit|inline|constexpr|__host__|__device__|__forceinline__|__inline__|\[)$/.test(p.token.text)) {
        if (p.is('[') || (p.is('explicit') && p.isAhead(1, '('))) {
          if (!p.is('[')) p.at++;
          p.skipBalanced();
        } else p.at++;
      }
      if (p.token.text === template.name && p.isAhead(1, '('))
        found.push({ params: [...template.params, ...own], at: p.at + 1, isConstructor: true });
      p.at = from;
      skipDeclaration(p);
    }
    return found;
  });
}
