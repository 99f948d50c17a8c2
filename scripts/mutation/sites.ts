/**
 * Conditions of sources that may be left out: in a copy of the sources each stands inside a call, `mutationSite(number, condition, without)`, which says what the condition says,
 * or `without` where this mutant was asked for.
 */
import { join } from 'node:path';
import type { Expression, Node, SourceFile, Statement } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isContinueStatement,
  isExpressionStatement,
  isFunctionDeclaration,
  isIfStatement,
  isMethodDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** `without`: what stands in the place of the condition. */
export type Site = { readonly from: number; readonly to: number; readonly without: boolean };
export type Source = { readonly path: string; readonly text: string; readonly sites: readonly Site[] };

/** The conditions of the files of a project, in the order of the files. */
export function sitesOf(root: string, files: readonly string[]): readonly Source[] {
  const api = new API({ cwd: root });
  const config = join(root, 'tsconfig.json');
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  const sources = files.map((path) => {
    const file = project?.program.getSourceFile(join(root, path));
    if (!file) throw new Error(`${path} is no file of the project`);
    return { path, text: file.text, sites: sitesIn(file) };
  });
  api.close();
  return sources;
}

function sitesIn(file: SourceFile): readonly Site[] {
  const found: Site[] = [];
  const add = (without: boolean, ...expressions: readonly Expression[]): void => {
    for (const e of expressions) if (!asksForChange(e)) found.push({ from: e.getStart(file), to: e.end, without });
  };
  const visit = (node: Node): void => {
    // A refusal is left out by one of its reasons at a time; what is done under conditions is done without one of them.
    if (isIfStatement(node) && !node.elseStatement && isRefusal(node.thenStatement))
      add(false, ...operands(node.expression, SyntaxKind.BarBarToken));
    else if (isIfStatement(node)) add(true, ...operands(node.expression, SyntaxKind.AmpersandAmpersandToken));
    else if (isConditionalExpression(node)) add(true, ...operands(node.condition, SyntaxKind.AmpersandAmpersandToken));
    else for (const answer of answersOf(node)) addAnswer(answer, add);
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return found;
}

function isRefusal(s: Statement): boolean {
  if (isBlock(s)) return s.statements.length === 1 && s.statements[0] !== undefined && isRefusal(s.statements[0]);
  if (isExpressionStatement(s) && isBinaryExpression(s.expression))
    return s.expression.right.kind === SyntaxKind.FalseKeyword;
  return isReturnStatement(s) || isContinueStatement(s);
}

/** `made === given`: the same object is given back where nothing changed, which saves time alone. */
function asksForChange(e: Expression): boolean {
  const text = e.getText(e.getSourceFile());
  return /^(?:[\w.]+ [!=]== [\w.]+|changed)$/.test(text);
}

function addAnswer(answer: Expression, add: (without: boolean, ...e: readonly Expression[]) => void): void {
  const all = operands(answer, SyntaxKind.AmpersandAmpersandToken);
  const any = operands(answer, SyntaxKind.BarBarToken);
  if (all.length > 1) add(true, ...all);
  else if (any.length > 1) add(false, ...any);
}

/** What a function that answers yes or no gives back. */
function answersOf(node: Node): readonly Expression[] {
  if (isArrowFunction(node) && !isBlock(node.body)) return asksWhether(node) ? [node.body as Expression] : [];
  if (!isReturnStatement(node) || !node.expression) return [];
  let around: Node = node.parent;
  while (!(isFunctionDeclaration(around) || isMethodDeclaration(around) || isArrowFunction(around))) {
    if (!around.parent) return [];
    around = around.parent;
  }
  return asksWhether(around) ? [node.expression] : [];
}

const questions = new Set(['some', 'every', 'filter', 'find', 'findIndex', 'someStatement', 'someExpression']);

function asksWhether(fn: Node): boolean {
  if ((isFunctionDeclaration(fn) || isMethodDeclaration(fn) || isArrowFunction(fn)) && fn.type) {
    const text = fn.type.getText(fn.getSourceFile());
    return text === 'boolean' || / is /.test(text);
  }
  const { parent } = fn;
  if (!isCallExpression(parent)) return false;
  const called = parent.expression;
  const name = isPropertyAccessExpression(called) ? called.name : called;
  return questions.has(name.getText(fn.getSourceFile()));
}

function operands(e: Expression, operator: SyntaxKind): readonly Expression[] {
  if (isParenthesizedExpression(e)) return operands(e.expression, operator);
  if (isBinaryExpression(e) && e.operatorToken.kind === operator)
    return [...operands(e.left, operator), ...operands(e.right, operator)];
  return [e];
}

/** The source with its sites as calls; the first has this number. */
export function instrumented({ text, sites }: Source, first: number, from: string): string {
  const inserts = sites.flatMap(({ from: at, to, without }, k) => [
    { at, order: -to, text: `mutationSite(${first + k}, ` },
    { at: to, order: at - text.length, text: `, ${without})`, closes: true },
  ]);
  // What ends is written before what begins; outer ones begin first and end last.
  inserts.sort(
    (a, b) =>
      a.at - b.at || Number(!a.closes) - Number(!b.closes) || (a.closes ? b.order - a.order : a.order - b.order),
  );
  let made = '';
  let done = 0;
  for (const i of inserts) {
    made += text.slice(done, i.at) + i.text;
    done = i.at;
  }
  return `import { mutationSite } from '${from}'; ${made}${text.slice(done)}`;
}
