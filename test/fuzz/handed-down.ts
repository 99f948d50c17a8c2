/**
 * Random programs that hand absent and present, allocatable and pointer, deferred-length, polymorphic and derived arguments down through several procedures. Each
 * procedure tells what it sees, may change it, and hands it on in another form; what it prints does not depend on the compiler.
 */

/** What an argument is made of, in all procedures that it goes through. */
type Stuff = 'number' | 'numbers' | 'text' | 'texts' | 'object' | 'objects';
type Holding = 'plain' | 'allocatable' | 'pointer';
type Form = {
  readonly stuff: Stuff;
  /** As declared: `own` type, `class` of it, or `any`: class(*). */
  readonly type: 'own' | 'class' | 'any';
  readonly holding: Holding;
  /** Of plain arrays; of texts: their length. */
  readonly shape?: 'assumed' | 'explicit' | 'star' | 'contiguous';
  readonly length?: 'star' | 'deferred' | 'fixed';
  readonly value?: true;
  readonly intent?: 'in' | 'inout';
  readonly optional: boolean;
};

const isArray = (s: Stuff): boolean => s === 'numbers' || s === 'texts' || s === 'objects';
const isText = (s: Stuff): boolean => s === 'text' || s === 'texts';

/** A module of procedures and a subroutine `run_SEED` that calls them. */
export function unitOf(seed: number, judged: boolean): string {
  return new Unit(seed, judged).text();
}

/** A whole program of the units of these seeds; given a seed as its argument it runs that alone. */
export function programOf(seeds: readonly number[], judged = true): string {
  return [
    common,
    ...seeds.map((s) => unitOf(s, judged)),
    'program all',
    ...seeds.map((s) => `  use unit_${s}`),
    '  implicit none',
    '  character(20) :: only',
    '  call get_command_argument(1, only)',
    ...seeds.flatMap((s) => [
      `  if (only == '' .or. only == '${s}') then`,
      `    print '(a)', 'seed ${s}'`,
      `    call run_${s}()`,
      '  end if',
    ]),
    'end program',
    '',
  ].join('\n');
}

const common = `module common_types
  implicit none
  type thing
    integer :: id = 1
    character(:), allocatable :: name
    integer, allocatable :: list(:)
  end type
  type, extends(thing) :: special
    integer :: extra = 2
  end type
contains
  subroutine show_text(t)
    character(*), intent(in) :: t
    print '(6x,i0,3a)', len(t), ' [', t, ']'
  end subroutine
  subroutine show_thing(t)
    type(thing), intent(in) :: t
    print '(6x,a,i0,2l2)', 'thing ', t%id, allocated(t%name), allocated(t%list)
    if (allocated(t%name)) call show_text(t%name)
    if (allocated(t%list)) print '(8x,*(i0,1x))', t%list
  end subroutine
  subroutine show_number(n)
    integer, intent(in) :: n
    print '(6x,a,i0)', 'integer ', n
  end subroutine
  recursive subroutine show_any(x)
    class(*), intent(in) :: x
    select type (x)
    type is (integer)
      call show_number(x)
    type is (character(*))
      call show_text(x)
    type is (thing)
      call show_thing(x)
    type is (special)
      print '(6x,a,i0)', 'special ', x%extra
      call show_thing(x%thing)
    class default
      print '(6x,a)', 'something else'
    end select
  end subroutine
end module
`;

class Unit {
  private readonly seed: number;
  /** What gfortran 12 gets wrong is left out: see `fault`. */
  private readonly judged: boolean;
  private state: number;
  private readonly procedures: string[] = [];
  private readonly roots: Form[];

  constructor(seed: number, judged: boolean) {
    this.seed = seed;
    this.judged = judged;
    this.state = (seed * 2654435761) >>> 0 || 1;
    for (let i = 0; i < 4; i++) this.pick(2);
    this.roots = this.together(Array.from({ length: 2 + this.pick(3) }, () => this.rootForm()));
  }

  text(): string {
    const levels = 2 + this.pick(4);
    this.procedure(
      1,
      levels,
      this.roots,
      this.roots.map(() => false),
    );
    const lines = [
      `module unit_${this.seed}`,
      '  use common_types',
      '  implicit none',
      '  integer, target :: target_number = 77',
      '  integer, target :: target_numbers(4) = [5, 6, 7, 8]',
      "  character(5), target :: target_text = 'goals'",
      "  character(6), target :: target_texts(3) = ['first ', 'second', 'third ']",
      '  type(thing), target :: target_object',
      '  type(special), target :: target_special',
      '  type(thing), target :: target_objects(3)',
      'contains',
      ...this.procedures,
      ...this.runner(),
      `end module`,
    ];
    return lines.join('\n');
  }

  private pick(n: number): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return this.state % n;
  }

  private one<T>(list: readonly T[]): T {
    return list[this.pick(list.length)]!;
  }

  private chance(percent: number): boolean {
    return this.pick(100) < percent;
  }

  // ---- forms ------------------------------------------------------------------------------------------------------------

  private rootForm(): Form {
    const stuff = this.one<Stuff>(['number', 'numbers', 'text', 'texts', 'object', 'objects']);
    const holding = this.one<Holding>(['plain', 'allocatable', 'allocatable', 'pointer']);
    const type =
      stuff === 'texts' && this.judged
        ? 'own'
        : stuff === 'object' || stuff === 'objects'
          ? this.one(['own', 'class', 'any'] as const)
          : this.one(['own', 'own', 'any'] as const);
    return this.completed({ stuff, holding, type, optional: this.chance(85) });
  }

  private completed(f: Form): Form {
    const any = f.type !== 'own';
    const text = isText(f.stuff) && f.type === 'own';
    const length = !text
      ? undefined
      : f.holding !== 'plain'
        ? 'deferred'
        : f.stuff === 'texts'
          ? 'star'
          : this.one(['star', 'star', 'fixed'] as const);
    const shape =
      isArray(f.stuff) && f.holding === 'plain'
        ? this.one(
            any || isText(f.stuff) || f.stuff === 'objects'
              ? (['assumed'] as const)
              : (['assumed', 'assumed', 'explicit', 'star', 'contiguous'] as const),
          )
        : undefined;
    const value = f.stuff === 'number' && f.type === 'own' && f.holding === 'plain' && this.chance(25);
    const intent = value ? undefined : this.one(['in', 'inout', undefined] as const);
    return {
      ...f,
      ...(length && { length }),
      ...(shape && { shape }),
      ...(value && { value: true as const }),
      ...(intent && { intent }),
    };
  }

  /** The dummies of one procedure. gfortran 12 takes the length of a text for whether an optional `value` dummy is present, and the other way round. */
  private together(forms: readonly Form[]): Form[] {
    const mixed = this.judged && forms.some((f) => isText(f.stuff) && f.type === 'own');
    return forms.map(({ value, ...f }) => (value && !(mixed && f.optional) ? { ...f, value } : f));
  }

  /** In which form a dummy of form `a` is handed on; `fixed`: it may not be changed. */
  private next(a: Form, fixed: boolean): Form {
    const holding: Holding = a.holding !== 'plain' && this.chance(65) ? a.holding : 'plain';
    const keeps = holding !== 'plain';
    const wider =
      a.stuff === 'texts' && this.judged
        ? (['own'] as const)
        : a.type === 'own' && (a.stuff === 'object' || a.stuff === 'objects')
          ? (['own', 'class', 'any'] as const)
          : a.type === 'own'
            ? (['own', 'own', 'any'] as const)
            : a.type === 'class'
              ? (['class', 'any'] as const)
              : (['any'] as const);
    const type = keeps || a.shape === 'star' ? a.type : this.one(wider);
    if (a.shape === 'star') {
      const intent = fixed ? ('in' as const) : undefined;
      return {
        ...a,
        shape: this.one(['star', 'explicit'] as const),
        optional: this.chance(75),
        ...(intent && { intent }),
      };
    }
    const made = this.completed({ stuff: a.stuff, holding, type, optional: this.chance(75) });
    if (a.stuff === 'objects' && a.type === 'class' && made.type === 'own') return { ...made, type: 'class' };
    return fixed && !made.value ? { ...made, intent: 'in' } : made;
  }

  private declared(f: Form, name: string): string {
    const attributes = [
      f.holding === 'plain' ? '' : f.holding,
      f.value ? 'value' : '',
      f.intent ? `intent(${f.intent})` : '',
      f.optional ? 'optional' : '',
      f.shape === 'contiguous' ? 'contiguous' : '',
    ];
    const shape = !isArray(f.stuff)
      ? ''
      : f.holding !== 'plain'
        ? '(:)'
        : { assumed: '(:)', contiguous: '(:)', explicit: '(3)', star: '(*)' }[f.shape ?? 'assumed'];
    return `    ${[typeOf(f), ...attributes.filter((x) => x !== '')].join(', ')} :: ${name}${shape}`;
  }

  // ---- procedures -------------------------------------------------------------------------------------------------------

  private procedure(level: number, last: number, forms: readonly Form[], fixed: readonly boolean[]): void {
    const names = forms.map((_, i) => `a${i + 1}`);
    const lines = [
      `  recursive subroutine p${this.seed}_${level}(${['depth', ...names].join(', ')})`,
      '    integer, intent(in) :: depth',
      ...forms.map((f, i) => this.declared(f, names[i]!)),
      ...this.locals(),
    ];
    const constant = forms.map((f, i) => f.intent === 'in' || (fixed[i] === true && !f.value));
    lines.push(`    print '(2x,a)', 'p${level}'`);
    forms.forEach((f, i) => {
      lines.push(...this.told(f, names[i]!));
    });
    forms.forEach((f, i) => {
      if (!constant[i] && this.chance(45)) lines.push(...this.changed(f, names[i]!));
    });
    if (level < last) {
      const chosen = forms.map((_, i) => i).filter(() => this.chance(85));
      const inner = this.together(chosen.map((i) => this.next(forms[i]!, constant[i]!)));
      this.procedure(
        level + 1,
        last,
        inner,
        chosen.map((i) => constant[i]! || forms[i]!.intent === 'in'),
      );
      lines.push(
        ...this.handedOn(
          level + 1,
          chosen.map((i) => ({ form: forms[i]!, name: names[i]! })),
          inner,
        ),
      );
      forms.forEach((f, i) => {
        if (this.chance(60)) lines.push(...this.told(f, names[i]!));
      });
    }
    lines.push('  end subroutine');
    this.procedures.push(...lines);
  }

  private locals(): string[] {
    return ['    integer :: i'];
  }

  private held(f: Form, name: string): string[] {
    const tests: string[] = [];
    if (f.optional) tests.push(`present(${name})`);
    if (f.holding !== 'plain') tests.push(`${f.holding === 'pointer' ? 'associated' : 'allocated'}(${name})`);
    return tests;
  }

  /** Lines within `if`s, one for each test, since all sides of `.and.` may be evaluated. */
  private where(tests: readonly string[], lines: readonly string[]): string[] {
    return [...tests.map((t) => `    if (${t}) then`), ...lines, ...tests.map(() => '    end if')];
  }

  private told(f: Form, name: string): string[] {
    const lines: string[] = [];
    if (f.optional) lines.push(`    print '(4x,a,l2)', '${name} present', present(${name})`);
    const held = this.held(f, name);
    if (f.holding !== 'plain')
      lines.push(...this.where(held.slice(0, -1), [`    print '(4x,a,l2)', '${name} held', ${held.at(-1)}`]));
    lines.push(...this.where(held, this.shown(f, name)));
    return lines;
  }

  private shown(f: Form, name: string): string[] {
    if (!isArray(f.stuff)) return [`    call ${showing(f)}(${name})`];
    const open = f.shape === 'star' || f.shape === 'explicit';
    const size = open ? '3' : `size(${name})`;
    const bounds = open
      ? []
      : f.holding === 'plain'
        ? [`    print '(4x,a,*(1x,i0))', '${name} shape', shape(${name})`]
        : [`    print '(4x,a,*(1x,i0))', '${name} bounds', lbound(${name}), ubound(${name})`];
    const from = open || f.holding === 'plain' ? '1' : `lbound(${name}, 1)`;
    const to = open || f.holding === 'plain' ? size : `ubound(${name}, 1)`;
    const lengths = f.length && f.stuff === 'texts' ? [`    print '(4x,a,1x,i0)', '${name} len', len(${name})`] : [];
    return [...bounds, ...lengths, `    do i = ${from}, ${to}`, `      call ${showing(f)}(${name}(i))`, '    end do'];
  }

  /** The value of the stuff, as an expression of its own type; `way` tells one from another. */
  private expression(stuff: Stuff, way: number): string {
    const text = `'${'abcdefgh'.slice(0, 4 + (way % 4))}'`;
    switch (stuff) {
      case 'number':
        return String(10 + way);
      case 'numbers':
        return `[${[1, 2, 3, 4]
          .slice(0, 3 + (way % 2))
          .map((k) => k * (way + 1))
          .join(', ')}]`;
      case 'text':
        return text;
      case 'texts':
        return `[${[text, text, text].join(', ')}]`;
      case 'object':
        return `thing(${way}, ${text}, [${way}, 2])`;
      case 'objects':
        return `[thing(${way}, ${text}), thing(4, list=[${way}]), thing(name='last')]`;
    }
  }

  private special(way: number): string {
    return `special(id=${way}, name='named', list=[${way}, 9], extra=${way + 1})`;
  }

  private changed(f: Form, name: string): string[] {
    // Its callers do not see the new length.
    if (this.judged && isText(f.stuff) && f.holding !== 'plain' && f.optional) return [];
    const there = f.optional ? [`present(${name})`] : [];
    const way = this.pick(9);
    const held = this.held(f, name);
    if (f.holding === 'allocatable') {
      switch (this.pick(4)) {
        case 0:
          return this.where(held, [`    deallocate (${name})`]);
        case 1:
          return this.where(there, [
            `    if (.not. allocated(${name})) then`,
            ...this.allocated(f, name, way),
            '    end if',
          ]);
        case 2:
          if (this.judged && f.stuff === 'texts') return [];
          if (f.type !== 'any' || !isText(f.stuff))
            return this.where(there, [`    ${name} = ${this.sourceFor(f, way)}`]);
          return [];
        default:
          return this.where(held, this.altered(f, name, way));
      }
    }
    if (f.holding === 'pointer') {
      switch (this.pick(3)) {
        case 0:
          return this.where(there, [`    nullify (${name})`]);
        case 1:
          // Where the dummy was null, gfortran 12 gives it the length 0.
          if (this.judged && f.stuff === 'texts') return [];
          return this.where(there, [`    ${name} => ${this.targetFor(f)}`]);
        default:
          return this.where(held, this.altered(f, name, way));
      }
    }
    return this.where(held, this.altered(f, name, way));
  }

  /** gfortran 12 mixes up the elements of `source=` where a length is deferred. */
  private allocated(f: Form, name: string, way: number): string[] {
    const source = this.sourceFor(f, way);
    if (f.stuff !== 'texts' || f.type !== 'own') return [`    allocate (${name}, source=${source})`];
    return [`    allocate (character(${4 + (way % 4)}) :: ${name}(3))`, `    ${name}(:) = ${source}`];
  }

  private sourceFor(f: Form, way: number): string {
    if (f.stuff === 'object' && f.type !== 'own' && way % 2 === 0) return this.special(way);
    return this.expression(f.stuff, way);
  }

  private targetFor(f: Form): string {
    if (f.stuff === 'object') return f.type !== 'own' && this.chance(50) ? 'target_special' : 'target_object';
    if (f.stuff === 'numbers' && this.chance(40)) return 'target_numbers(4:1:-1)';
    return `target_${f.stuff}`;
  }

  /** Changes of what is held. */
  private altered(f: Form, name: string, way: number): string[] {
    if (f.type === 'any') return [];
    switch (f.stuff) {
      case 'number':
        return [`    ${name} = ${name} + ${way}`];
      case 'numbers':
        return f.shape === 'star' ? [`    ${name}(1:3) = ${name}(1:3) * 2`] : [`    ${name} = ${name} + ${way}`];
      case 'text':
        return f.length === 'deferred' && f.holding === 'allocatable'
          ? [`    ${name} = ${name} // 'yz'`]
          : [`    ${name}(2:2) = '#'`];
      case 'texts':
        return [`    ${name}(:)(1:1) = '*'`];
      case 'object':
        return [`    ${name}%id = ${name}%id + 1`, `    ${name}%name = 'n${way}'`];
      case 'objects': {
        const at = f.holding === 'plain' ? '1' : `lbound(${name}, 1)`;
        return [
          `    if (size(${name}) > 0) then`,
          `      ${name}(${at})%id = ${way}`,
          `      ${name}(${at})%list = [${way}, ${way}, 3]`,
          '    end if',
        ];
      }
    }
  }

  private handedOn(
    level: number,
    actuals: readonly { form: Form; name: string }[],
    dummies: readonly Form[],
  ): string[] {
    const call = (given: readonly boolean[]): string => {
      const list = actuals.flatMap((a, i) => (given[i] ? [`a${i + 1}=${a.name}`] : []));
      return `    call p${this.seed}_${level}(${['depth + 1', ...list].join(', ')})`;
    };
    // What a dummy cannot go without must be there.
    const tests: string[] = [];
    actuals.forEach(({ form, name }, i) => {
      const d = dummies[i]!;
      if (d.holding === form.holding && d.holding !== 'plain') {
        if (!d.optional && form.optional) tests.push(`present(${name})`);
      } else if (!d.optional) tests.push(...this.held(form, name));
    });
    actuals.forEach(({ form, name }, i) => {
      if (this.fault(form, dummies[i]!)) tests.push(...this.held(form, name));
    });
    const all = this.where([...new Set(tests)], [call(actuals.map(() => true))]);
    const some = dummies.map((d) => !d.optional || this.chance(60));
    return this.chance(30) ? [...all, ...this.where([...new Set(tests)], [call(some)])] : all;
  }

  /** gfortran 12 loses lengths of optional dummies whose length is deferred, and reads through null where what may not be there becomes polymorphic, or stops being a polymorphic allocatable or pointer. */
  private fault(a: Form, d: Form): boolean {
    if (!this.judged || !d.optional) return false;
    if (isText(a.stuff) && a.holding !== 'plain' && a.optional) return true;
    // It says that an absent `value` dummy is present where it is handed on.
    if (a.value && a.optional && !d.value) return true;
    // It says that a null pointer handed on to a contiguous dummy is present.
    if (a.holding !== 'plain' && d.shape === 'contiguous') return true;
    return (a.type !== 'own' || d.type !== 'own') && !(a.holding === d.holding && a.type === d.type);
  }

  // ---- the main part ------------------------------------------------------------------------------------------------------

  private runner(): string[] {
    const names = this.roots.map((_, i) => `v${i + 1}`);
    const lines = [
      `  subroutine run_${this.seed}()`,
      ...this.roots.map((f, i) => this.variable(f, names[i]!)),
      ...this.locals(),
    ];
    lines.push(
      "    target_object = thing(3, 'target', [1, 2, 3])",
      "    target_special = special(id=5, name='more', list=[7], extra=8)",
      '    target_objects(2)%list = [4, 4]',
    );
    this.roots.forEach((f, i) => {
      if (f.holding === 'pointer') lines.push(`    nullify (${names[i]})`);
    });
    for (let turn = 0; turn < 3; turn++) {
      lines.push(`    print '(a)', ' turn ${turn}'`);
      const given: string[] = [];
      this.roots.forEach((f, i) => {
        const name = names[i]!;
        const how = f.optional ? this.pick(3) : 1 + this.pick(2);
        if (how === 0) return;
        lines.push(...this.prepared(f, name, how === 1 || f.holding === 'plain'));
        given.push(`a${i + 1}=${name}`);
      });
      lines.push(`    call p${this.seed}_1(${['1', ...given].join(', ')})`);
      this.roots.forEach((f, i) => {
        if (given.some((g) => g.startsWith(`a${i + 1}=`)))
          lines.push(...this.told({ ...f, optional: false }, names[i]!).filter((l) => !l.includes('present(')));
      });
    }
    lines.push('  end subroutine');
    return lines;
  }

  private variable(f: Form, name: string): string {
    if (f.holding !== 'plain')
      return this.declared(
        { stuff: f.stuff, type: f.type, holding: f.holding, optional: false, ...(f.length && { length: f.length }) },
        name,
      );
    const own = {
      number: 'integer',
      numbers: 'integer',
      text: 'character(6)',
      texts: 'character(6)',
      object: f.type !== 'own' ? 'type(special)' : 'type(thing)',
      objects: 'type(thing)',
    }[f.stuff];
    return `    ${own} :: ${name}${isArray(f.stuff) ? '(3)' : ''}`;
  }

  private prepared(f: Form, name: string, held: boolean): string[] {
    const way = this.pick(7);
    if (f.holding === 'plain') {
      if (f.stuff === 'object' && f.type !== 'own') return [`    ${name} = ${this.special(way)}`];
      return [`    ${name} = ${this.expression(f.stuff, f.stuff === 'numbers' ? way * 2 : way)}`];
    }
    if (f.holding === 'allocatable') {
      const empty = `    if (allocated(${name})) deallocate (${name})`;
      return held ? [empty, ...this.allocated(f, name, way)] : [empty];
    }
    return held ? [`    ${name} => ${this.targetFor(f)}`] : [`    nullify (${name})`];
  }
}

function showing(f: Form): string {
  if (f.type !== 'own') return 'show_any';
  return f.stuff.startsWith('number') ? 'show_number' : isText(f.stuff) ? 'show_text' : 'show_thing';
}

function typeOf(f: Form): string {
  if (f.type === 'any') return 'class(*)';
  switch (f.stuff) {
    case 'number':
    case 'numbers':
      return 'integer';
    case 'text':
    case 'texts':
      return `character(${{ star: '*', deferred: ':', fixed: '4' }[f.length ?? 'star']})`;
    case 'object':
    case 'objects':
      return f.type === 'class' ? 'class(thing)' : 'type(thing)';
  }
}
