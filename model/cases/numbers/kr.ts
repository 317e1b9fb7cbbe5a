import { yearIn } from '../../kit/days/clock.ts'
import { type NumberFault, warning } from '../../kit/identity/fault.ts'
import { kindOfCode, spaced, type Groups, type Hint, type Kind, type Right, type Shape } from './recognised.ts'

const RIGHTS: Record<string, Right> = { 10: 'INVENTION', 20: 'UTILITY', 30: 'DESIGN' }
const right = ({ type = '' }: Groups) => RIGHTS[type]

export const KR: readonly Shape[] = [
  // 10-2023-0123456, 1020110142560
  {
    pattern: /^(?<type>[1-4]0)-?(?<year>(?:19|20)\d{2})-?(?<serial>\d{7})(?<code>[A-Z]\d?)?$/,
    bare: true,
    kind: applicationUnlessCoded,
    right,
    normalised: ({ type, year, serial, code = '' }) => `KR${type}${year}${serial}${code}`,
    printed: ({ type, year, serial, code }) => spaced(`${type}-${year}-${serial}`, code),
    faults: faultsOfYear,
  },
  // 10-1387967, KR102255162B1; the register's exports add 0000, and write it in the form of an application: 10-2044-8860000
  {
    pattern: /^(?<type>[1-4]0)-?(?<serial>\d{4}-?\d{3})(?:-?0000)?(?<code>[A-Z]\d?)?$/,
    bare: true,
    kind: 'grant',
    right,
    normalised: ({ type, serial = '', code = '' }) => `KR${type}${serial.replace('-', '')}${code}`,
    printed: ({ type, serial = '', code }) => spaced(`${type}-${serial.replace('-', '')}`, code),
  },
  // KR 19980022226 A: the prefix follows from the letter
  {
    pattern: /^(?<year>(?:19|20)\d{2})(?<serial>\d{7})(?<code>[AUSWYB]\d?)?$/,
    kind: applicationUnlessCoded,
    right: ({ code = '' }) => RIGHTS[typeOf(code)],
    normalised: ({ year, serial, code = '' }) => `KR${typeOf(code)}${year}${serial}${code}`,
    printed: ({ year, serial, code = '' }) => `${typeOf(code)}-${year}-${serial}`,
  },
  // KR0145570B1
  {
    pattern: /^(?<serial>\d{7})(?<code>[A-Z]\d?)?$/,
    kind: kindOfCode,
    right: ({ code = '' }) => RIGHTS[typeOf(code)],
    normalised: ({ serial, code = '' }) => `KR${typeOf(code)}${serial}${code}`,
    printed: ({ serial, code = '' }) => spaced(`${typeOf(code)}-${serial}`, code),
  },
  {
    pattern: /^(?<type>\d{2})-(?<year>\d{4})-(?<serial>\d{3,9})$/,
    bare: true,
    unlikely: true,
    kind: 'application',
    normalised: ({ type, year, serial }) => `KR${type}${year}${serial}`,
    printed: ({ type, year, serial }) => `${type}-${year}-${serial}`,
    faults: ({ type = '', year, serial = '' }) => [
      ...(/^[1-4]0$/.test(type)
        ? []
        : [warning('prefix', `韩国申请号以 10、20、30 或 40 开头，而不是 ${type}`, `A Korean number begins with 10, 20, 30 or 40, not ${type}`)]),
      ...(serial.length === 7
        ? []
        : [
            warning(
              'length',
              '年份后应为 7 位数字',
              'The number must have seven digits after the year',
              `${type}-${year}-${serial.padStart(7, '0')}`,
            ),
          ]),
    ],
  },
]

/** A registration number has no year, so the field of a registration does not make this form one. */
function applicationUnlessCoded(groups: Groups, hint: Hint): Kind {
  if (!groups.code) return hint.kind === 'publication' ? 'publication' : 'application'
  return hint.kind === 'application' ? 'application' : kindOfCode(groups, hint)
}

/** The office counts from 0000001 and, for entries from PCT, from 7000001. */
function faultsOfYear({ year = '', serial = '' }: Groups): NumberFault[] {
  if (Number(year) > yearIn('Asia/Seoul')) return [warning('year', `年份 ${year} 尚未到来`, `The year ${year} is in the future`)]
  return /^[07]/.test(serial)
    ? []
    : [warning('form', '与 KR 已知的号码格式不符，请核对', 'The number does not match a known format of KR: please check')]
}

function typeOf(code: string): string {
  return { U: '20', Y: '20', S: '30' }[code.slice(0, 1)] ?? '10'
}
