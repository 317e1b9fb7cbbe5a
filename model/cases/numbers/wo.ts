import { warning, type NumberFault } from '../../kit/identity/fault.ts'
import { OFFICES } from './offices.ts'
import { spaced, type Groups, type Shape } from './recognised.ts'

export const WO: readonly Shape[] = [
  // PCT/CN2024/098765
  {
    pattern: /^PCT\/?(?<ro>[A-Z]{2})\/?(?<year>(?:19|20)\d{2})\/?(?<serial>\d{6})$/,
    whole: true,
    kind: 'application',
    normalised: pctNormalised,
    printed: ({ ro, year, serial }) => `PCT/${ro}${year}/${serial}`,
    faults: ({ ro }) => faultsOfReceivingOffice(ro),
  },
  // PCT/CN2025/76543: a spreadsheet has taken off the zero before the serial
  {
    pattern: /^PCT\/?(?<ro>[A-Z]{2})\/?(?<year>200[4-9]|20[1-9]\d)\/(?<short>\d{3,5})$/,
    whole: true,
    kind: 'application',
    normalised: ({ short = '', ...rest }) => pctNormalised({ ...rest, serial: short.padStart(6, '0') }),
    printed: ({ ro, year, short = '' }) => `PCT/${ro}${year}/${short.padStart(6, '0')}`,
    faults: ({ ro, year, short = '' }) => [
      warning('length', 'PCT 申请号的序号为 6 位', 'The serial of a PCT number has six digits', `PCT/${ro}${year}/${short.padStart(6, '0')}`),
      ...faultsOfReceivingOffice(ro),
    ],
  },
  // PCT/US99/12817, until 2003
  {
    pattern: /^PCT\/?(?<ro>[A-Z]{2})\/?(?<yy>7[89]|[89]\d|0[0-3])\/?(?<serial>\d{5})$/,
    whole: true,
    kind: 'application',
    normalised: pctNormalised,
    printed: ({ ro, yy, serial }) => `PCT/${ro}${yy}/${serial}`,
    faults: ({ ro }) => faultsOfReceivingOffice(ro),
  },
  // Database exports: US 2006/0000980 W, EP 2009007340 W, US 9912817 W
  {
    pattern: /^(?<ro>[A-Z]{2})(?<year>(?:19|20)\d{2})\/?0?(?<serial>\d{6})W\d?$/,
    whole: true,
    kind: 'application',
    normalised: pctNormalised,
    printed: ({ ro, year, serial }) => `PCT/${ro}${year}/${serial}`,
  },
  {
    pattern: /^(?<ro>[A-Z]{2})(?<yy>7[89]|[89]\d|0[0-3])(?<serial>\d{5})W\d?$/,
    whole: true,
    kind: 'application',
    normalised: pctNormalised,
    printed: ({ ro, yy, serial }) => `PCT/${ro}${yy}/${serial}`,
  },
  {
    pattern: /^PCT\/?(?<rest>.{4,20})$/,
    whole: true,
    unlikely: true,
    kind: 'application',
    normalised: ({ rest = '' }) => `PCT${rest.replace(/\W/g, '')}`,
    printed: ({ rest }) => `PCT/${rest}`,
    faults: ({ rest = '' }) => [
      /^[A-Z]{2}\d{2}\//.test(rest)
        ? warning('year', '2004 年起 PCT 申请号的年份为 4 位、序号为 6 位', 'Since 2004 a PCT number has a four-digit year and six digits')
        : warning('form', 'PCT 申请号应如 PCT/CN2024/098765', 'A PCT number is written like PCT/CN2024/098765'),
    ],
  },
  // WO 2024/123456 A1
  {
    pattern: /^(?<year>(?:19|20)\d{2})\/?(?<serial>\d{6})(?<code>[A-C]\d?)?$/,
    kind: 'publication',
    normalised: ({ year, serial, code = '' }) => `WO${year}${serial}${code}`,
    printed: ({ year, serial, code }) => spaced('WO', `${year}/${serial}`, code),
  },
  // WO 99/12345, until 2003
  {
    pattern: /^(?<yy>7[89]|[89]\d|0[0-4])\/?0?(?<serial>\d{5})(?<code>[A-C]\d?)?$/,
    kind: 'publication',
    normalised: ({ yy = '', serial, code = '' }) => `WO${fullYear(yy)}0${serial}${code}`,
    printed: ({ yy, serial, code }) => spaced('WO', `${yy}/${serial}`, code),
  },
  {
    pattern: /^(?<year>20\d{2})\/(?<serial>\d{1,5}|\d{7,})(?<code>A\d)?$/,
    unlikely: true,
    kind: 'publication',
    normalised: ({ year, serial, code = '' }) => `WO${year}${serial}${code}`,
    printed: ({ year, serial, code }) => spaced('WO', `${year}/${serial}`, code),
    faults: ({ year, serial = '', code = '' }) => [
      warning(
        'length',
        '国际公布号年份后应为 6 位数字',
        'A WO number has six digits after the year',
        `WO ${year}/${serial.padStart(6, '0')} ${code}`.trim(),
      ),
    ],
  },
  // Hague: DM/234567
  {
    pattern: /^DM\/?0?(?<number>\d{6})$/,
    whole: true,
    kind: 'grant',
    right: () => 'DESIGN',
    normalised: ({ number }) => `DM${number}`,
    printed: ({ number }) => `DM/${number}`,
  },
]

/** The long form for all years: PCT/US99/12817 and PCT/US1999/012817 are one application. */
function pctNormalised({ ro, year, yy = '', serial = '' }: Groups): string {
  return `PCT${ro}${year ?? fullYear(yy)}${serial.padStart(6, '0')}`
}

function fullYear(yy: string): string {
  return (Number(yy) < 50 ? '20' : '19') + yy
}

function faultsOfReceivingOffice(ro = ''): NumberFault[] {
  if (OFFICES.has(ro)) return []
  return [warning('receiving_office', `${ro} 不是受理局代码`, `${ro} is not a receiving office`)]
}
