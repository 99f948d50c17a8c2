/** The profile that NVCOMPILER_ACC_TIME asks for: kernels and copies of directives by their lines, in nvfortran's form. */

type Times = { count: number; total: number; most: number; least: number };
type Line = { readonly kernels: Map<string, Times>; readonly copies: Map<string, Times>; regions: number };

/** Where something stands: `a.f90:main:10`. */
type Place = readonly [file: string, procedure: string, line: string];

export class AcceleratorTimes {
  readonly #files = new Map<string, Map<string, Map<number, Line>>>();

  /** Microseconds of a kernel of that shape. */
  kernel(at: Place, shape: string, time: number): void {
    const line = this.#line(at);
    line.regions++;
    add(line.kernels, shape, time);
  }

  copy(at: Place, way: 'copyin' | 'copyout', time: number): void {
    add(this.#line(at).copies, way, time);
  }

  #line([file, procedure, number]: Place): Line {
    const procedures = entry(this.#files, file, () => new Map<string, Map<number, Line>>());
    const lines = entry(procedures, procedure, () => new Map<number, Line>());
    return entry(lines, Number(number), () => ({ kernels: new Map(), copies: new Map(), regions: 0 }));
  }

  /** `device`: its number. */
  text(device: number): string {
    const rows = ['', 'Accelerator Kernel Timing data'];
    for (const [file, procedures] of this.#files) {
      rows.push(file);
      for (const [procedure, lines] of procedures) {
        const all = [...lines.values()].flatMap((l) => [...l.kernels.values(), ...l.copies.values()]);
        rows.push(`  ${procedure}  NVIDIA  devicenum=${device}`);
        rows.push(`    time(us): ${number(all.reduce((sum, t) => sum + t.total, 0))}`);
        for (const [at, line] of [...lines].sort(([a], [b]) => a - b)) rows.push(...lineText(at, line));
      }
    }
    return `${rows.join('\n')}\n`;
  }
}

function lineText(at: number, { kernels, copies, regions }: Line): string[] {
  const rows: string[] = [];
  if (kernels.size > 0) rows.push(`    ${at}: compute region reached ${times(regions)}`);
  for (const [shape, t] of kernels) {
    rows.push(`        ${at}: kernel launched ${times(t.count)}`, `            ${shape}`);
    rows.push(`             device time(us): ${summary(t)}`, `            elapsed time(us): ${summary(t)}`);
  }
  if (copies.size > 0)
    rows.push(`    ${at}: data region reached ${times(Math.max(...[...copies.values()].map((t) => t.count)))}`);
  for (const [way, t] of copies)
    rows.push(`        ${at}: data ${way} transfers: ${t.count}`, `             device time(us): ${summary(t)}`);
  return rows;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function add(map: Map<string, Times>, key: string, time: number): void {
  const t = entry(map, key, () => ({ count: 0, total: 0, most: 0, least: Number.POSITIVE_INFINITY }));
  t.count++;
  t.total += time;
  t.most = Math.max(t.most, time);
  t.least = Math.min(t.least, time);
}

function times(n: number): string {
  return n === 1 ? '1 time' : `${n} times`;
}

function summary({ count, total, most, least }: Times): string {
  return `total=${number(total)} max=${number(most)} min=${number(least)} avg=${number(total / count)}`;
}

function number(x: number): string {
  return Math.round(x).toLocaleString('en-US');
}
