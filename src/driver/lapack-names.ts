/** Names of LAPACK's routines (LAPACK Users' Guide, 2.2.3): a letter for the type, two for the kind of matrix, then what is done with it. */

/** By the kind of matrix; `la`: what other routines use, and programs too. */
const done: Readonly<Record<string, string>> = {
  bd: 'sdc sqr svdx',
  di: 'sna',
  gb: 'brd con equ equb rfs sv svx tf2 trf trs',
  ge: 'bak bal bd2 brd con equ equb es esx ev evx gs gv hd2 hrd jsv lq lq2 lqf lqt lqt3 ls lsd lss lst lsx lsy mlq mlqt mqr mqrt ql2 qlf qp3 qpf qr qr2 qr2p qrf qrfp qrt qrt2 qrt3 rfs rq2 rqf sc2 sdd sv svd svdq svdx svj svx tc2 tf2 trf trf2 tri trs tsls tsqrhrt',
  gg: 'bak bal es es3 esx ev ev3 evx glm hd3 hrd lse qrf rqf svd svd3 svp svp3',
  gt: 'con rfs sv svx trf trs ts2',
  hb: 'ev evd evx gst gv gvd gvx trd',
  he: 'con equb ev evd evr evx gs2 gst gv gvd gvx rfs sv svx swapr td2 tf2 trd trf tri tri2 tri2x trs trs2',
  hg: 'eqz',
  hp: 'con ev evd evx gst gv gvd gvx rfs sv svx trd trf tri trs',
  hs: 'ein eqr',
  op: 'gtr mtr',
  or: 'bdb bdb1 bdb2 bdb3 bdb4 bdb5 bdb6 csd csd2by1 g2l g2r gbr ghr gl2 glq gql gqr gr2 grq gtr gtsqr m22 m2l m2r mbr mhr ml2 mlq mql mqr mr2 mr3 mrq mrz mtr',
  pb: 'con equ rfs stf sv svx tf2 trf trs',
  pf: 'trf tri trs',
  po: 'con equ equb rfs sv svx tf2 trf trf2 tri trs',
  pp: 'con equ rfs sv svx trf tri trs',
  ps: 'tf2 trf',
  pt: 'con eqr rfs sv svx trf trs ts2',
  sb: 'ev evd evx gst gv gvd gvx trd',
  sf: 'rk',
  sp: 'con ev evd evx gst gv gvd gvx mv osv r rfs sv svx trd trf tri trs',
  st: 'ebz edc egr ein emr eqr erf ev evd evr evx',
  sy: 'con conv convf equb ev evd evr evx gs2 gst gv gvd gvx mv r rfs sv svx swapr td2 tf2 trd trf tri tri2 tri2x trs trs2',
  tb: 'con rfs trs',
  tf: 'sm tri ttp ttr',
  tg: 'evc ex2 exc sen sja sna sy2 syl',
  tp: 'con lqt lqt2 mlqt mqrt qrt qrt2 rfb rfs tri trs ttf ttr',
  tr: 'con evc evc3 exc rfs sen sna syl syl3 ti2 tri trs ttf ttp',
  tz: 'rqf rzf',
  un: 'bdb bdb1 bdb2 bdb3 bdb4 bdb5 bdb6 csd csd2by1 g2l g2r gbr ghr gl2 glq gql gqr gr2 grq gtr gtsqr m22 m2l m2r mbr mhr ml2 mlq mql mqr mr2 mr3 mrq mrz mtr',
  up: 'gtr mtr',
  la: 'cgv cn2 con cp2 cpy crm crt ed0 ein esy ev2 g2c g2d g2s g2z gs2 gtm gv2 hqr isnan lsd mch mrg ngb nge ngt nhb nhe nhp nhs nht nsb nsf nsp nst nsy ntb ntp ntr nv2 pll pmr pmt py2 py3 qgb qge qp2 qsb qsp qsy qtr rf rfb rfg rft rfx rnv rtg rtv ruv rzt s2 scl sd0 sda sdq set sq1 sr srt ssq sv2 swp syf tbs tdf tps trd trs uum',
};

const plain: ReadonlySet<string> = new Set(
  'ilaenv ilaver dsgesv dsposv zcgesv zcposv drscl srscl csrscl zdrscl chfrk zhfrk csrot zdrot disnan sisnan'.split(
    ' ',
  ),
);

const byKind: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(done).map(([kind, words]) => [kind, new Set(words.split(' '))]),
);

/** Variants of the same routines. */
const variant = /_(?:aa|rk|rook|2stage|aa_2stage|3)$/;

export function isLapackName(name: string): boolean {
  if (plain.has(name)) return true;
  const parts = /^[sdcz]([a-z]{2})([a-z0-9_]+)$/.exec(name);
  return parts !== null && (byKind.get(parts[1]!)?.has(parts[2]!.replace(variant, '')) ?? false);
}
