import { warning, type NumberFault } from '../../kit/identity/fault.ts'
import { grouped, kindOfCode, spaced, type Groups, type Right, type Shape } from './recognised.ts'

export const US: readonly Shape[] = [
  // 18/123,456
  {
    pattern: /^(?<series>\d{2})\/(?<serial>\d{6})$/,
    bare: true,
    kind: 'application',
    right: rightOfSeries,
    normalised: ({ series, serial }) => `US${series}${serial}`,
    printed: ({ series, serial = '' }) => `${series}/${serial.slice(0, 3)},${serial.slice(3)}`,
  },
  // US18123456 in an application field
  {
    pattern: /^(?<series>0[1-9]|[1-3]\d|6[0-3]|9[0-6])(?<serial>\d{6})$/,
    unlikely: true,
    kind: 'application',
    right: rightOfSeries,
    normalised: ({ series, serial }) => `US${series}${serial}`,
    printed: ({ series, serial = '' }) => `${series}/${serial.slice(0, 3)},${serial.slice(3)}`,
  },
  // US 200913058230 A: year, series and serial concatenated
  {
    pattern: /^(?<year>20\d{2})\/?(?<series>[0-369]\d)\/?(?<serial>\d{6})(?<code>[A-Z])?$/,
    kind: 'application',
    right: rightOfSeries,
    normalised: ({ series, serial }) => `US${series}${serial}`,
    printed: ({ series, serial = '' }) => `${series}/${serial.slice(0, 3)},${serial.slice(3)}`,
  },
  // US 61123456 P: no year of provisional applications ends the number, so the series begins it
  {
    pattern: /^(?<series>6[0-3])(?<serial>\d{4}(?:1[2-9]|[2-8]\d|9[0-4]))P$/,
    kind: 'application',
    right: () => 'PROVISIONAL',
    normalised: ({ series, serial }) => `US${series}${serial}`,
    printed: ({ series, serial = '' }) => `${series}/${serial.slice(0, 3)},${serial.slice(3)}`,
  },
  // US 42751873 A: serial and two digits of the year, without the series
  {
    pattern: /^(?!6[0-3]\d{4}(?:1[2-9]|[2-8]\d|9[0-4])P$)(?<serial>\d{1,6})(?<yy>\d{2})(?<code>[AFP])$/,
    kind: 'application',
    unlikely: true,
    right: ({ code }) => (code === 'F' ? 'DESIGN' : code === 'P' ? 'PROVISIONAL' : undefined),
    normalised: (groups) => `US${seriesOf(groups)}${groups.serial?.padStart(6, '0')}`,
    printed: (groups) => `${seriesOf(groups)}/${(groups.serial ?? '').padStart(6, '0').replace(/(...)$/, ',$1')}`,
    faults: faultsOfGuess,
  },
  // US 3564134D A: the filing date is unknown
  {
    pattern: /^(?<number>\d{4,8}D)(?<code>A)?$/,
    kind: 'application',
    unlikely: true,
    normalised: ({ number }) => `US${number}`,
    printed: ({ number }) => `US ${number}`,
  },
  // US 2024/0123456 A1
  {
    pattern: /^(?<year>(?:19|20)\d{2})\/?(?<serial>\d{7})(?<code>A[1-9]|P[1-9])?$/,
    kind: 'publication',
    right: ({ code }) => (code?.startsWith('P') ? 'PLANT' : undefined),
    normalised: ({ year, serial, code = '' }) => `US${year}${serial}${code}`,
    printed: ({ year, serial, code }) => spaced('US', `${year}/${serial}`, code),
  },
  {
    pattern: /^(?<year>20\d{2})\/(?<serial>\d{1,6}|\d{8,})(?<code>A\d)?$/,
    kind: 'publication',
    normalised: ({ year, serial, code = '' }) => `US${year}${serial}${code}`,
    printed: ({ year, serial, code }) => spaced('US', `${year}/${serial}`, code),
    faults: ({ year, serial = '', code = '' }) => [
      warning(
        'length',
        '美国公布号年份后应为 7 位数字',
        'A US publication number has seven digits after the year',
        `US ${year}/${serial.padStart(7, '0')} ${code}`.trim(),
      ),
    ],
  },
  // US 11,987,654 B2
  {
    pattern: /^0*(?<number>[1-9]\d{0,7})(?<code>A|B[1-9]|C\d|E|[A-Z]\d?)?$/,
    kind: (groups, hint) => (groups.code === 'A' && hint.kind === 'publication' ? kindOfCode(groups, hint) : 'grant'),
    normalised: ({ number, code = '' }) => `US${number}${code}`,
    printed: ({ number = '', code }) => spaced('US', grouped(number), code),
    faults: faultsOfPatent,
  },
  // US RE43,035 E1, US D532,742 S1, US PP12,345 P2
  {
    pattern: /^(?<letters>RE|PP|D|H|T|X|AI)0*(?<number>[1-9]\d{0,6})(?<code>[A-Z]\d?)?$/,
    kind: 'grant',
    right: ({ letters = '' }) => ({ D: 'DESIGN', PP: 'PLANT' })[letters] as Right | undefined,
    normalised: ({ letters, number, code = '' }) => `US${letters}${number}${code}`,
    printed: ({ letters, number = '', code }) => spaced('US', letters + grouped(number), code),
  },
  {
    pattern: /^(?<series>\d{2})\/(?<serial>\d{1,5}|\d{7,})$/,
    bare: true,
    unlikely: true,
    kind: 'application',
    normalised: ({ series, serial }) => `US${series}${serial}`,
    printed: ({ series, serial }) => `${series}/${serial}`,
    // The missing digit is unknown: a program may have dropped a leading zero, or any other digit.
    faults: ({ series, serial = '' }) => [
      warning(
        'length',
        `美国申请号斜线后应为 6 位数字，“${series}/${serial}”为 ${serial.length} 位，请按官方文件更正`,
        `A US application number has six digits after the slash, not ${serial.length} as in ${series}/${serial}: correct it from a document of the office`,
      ),
    ],
  },
]

/** The first year of each series. */
const SERIES = [
  ...(['13', 2010, '12', 2007, '11', 2004, '10', 2001, '09', 1997, '08', 1993, '07', 1987] as const),
  ...(['06', 1979, '05', 1970, '04', 1960, '03', 1948, '02', 1935, '01', 1915] as const),
]

/** Whether applications of this year have this series; those of a new series begin while the last one still runs. */
export function isSeriesIn(series: string, year: number): boolean {
  if (series === '60') return year >= 1995 && year <= 2008
  if (series === '61') return year >= 2007 && year <= 2013
  const at = SERIES.findIndex((one) => one === series)
  const [from, next] = [SERIES[at + 1], at >= 2 ? SERIES[at - 1] : undefined]
  return at >= 0 && year >= Number(from) && year <= Number(next ?? 2014) + 1
}

/**
 * Numbers had two digits of the year until 2011. In the first year of a series, and for late arrivals in the next year,
 * high numbers belong to the preceding series. The result is a guess and marked as one.
 */
function seriesOf({ serial = '', yy = '', code }: Groups): string {
  if (code === 'F') return '29'
  if (code === 'P') return provisionalSeries(Number(serial), Number(yy))
  const year = Number(yy) + (Number(yy) < 12 ? 2000 : 1900)
  const now = SERIES.findIndex((from) => typeof from === 'number' && year >= from)
  const began = Number(SERIES[now])
  const isOlder = year >= 1997 && (year === began ? Number(serial) > 500_000 : year === began + 1 && Number(serial) > 900_000)
  return String(SERIES[isOlder ? now + 1 : now - 1] ?? '01')
}

/** Series 60 began in June 1995 and was full in October 2007; late arrivals of it have high numbers in the next year. */
function provisionalSeries(serial: number, yy: number): string {
  if (yy < 7 || yy >= 95) return '60'
  return yy <= 8 && serial >= 500_000 ? '60' : '61'
}

function faultsOfGuess(groups: Groups): NumberFault[] {
  const series = seriesOf(groups)
  return [warning('series_guessed', `系列号 ${series} 系按年份推定，请核对`, `Series ${series} is inferred from the year: please check`)]
}

function rightOfSeries({ series = '' }: Groups): Right | undefined {
  if (/^6[0-3]$/.test(series)) return 'PROVISIONAL'
  return /^(29|35)$/.test(series) ? 'DESIGN' : 'INVENTION'
}

const FIRST_B = 6_167_569

/** Until 2001 a granted patent had A. */
function faultsOfPatent({ number = '', code = '' }: Groups): NumberFault[] {
  if (!code.startsWith('A') || (code === 'A' && Number(number) < FIRST_B)) return []
  return [
    warning(
      'kind_code',
      `美国授权专利的类型代码为 B1 或 B2（2001 年以前为 A），而不是 ${code}`,
      `A granted US patent has the kind code B1 or B2 (A until 2001), not ${code}`,
    ),
  ]
}
