import { warning } from '../../kit/identity/fault.ts'
import { kindOfCode, spaced, type Shape } from './recognised.ts'

/** The products with 1,2,1,2…, their digits added. */
export function epCheckDigit(body: string): string {
  const sum = [...body].reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

export const EP: readonly Shape[] = [
  // EP23123456.8, also without the check digit and with the letter of database exports
  {
    pattern: /^(?<body>\d{8})(?:\.?(?<check>\d))?(?<code>A)?$/,
    kind: 'application',
    normalised: ({ body = '', check }) => `EP${body}${check ?? epCheckDigit(body)}`,
    printed: ({ body = '', check }) => `EP${body}.${check ?? epCheckDigit(body)}`,
    faults: ({ body = '', check }) => {
      const right = epCheckDigit(body)
      if (!check || check === right) return []
      return [warning('check', `校验位应为 ${right}`, `The check digit should be ${right}`, `EP${body}.${right}`)]
    },
  },
  // EP 19850110683, with the whole year and a zero before the serial, as one data format of the EPO has it
  {
    pattern: /^(?<century>19|20)(?<yy>\d{2})0(?<serial>\d{6})(?<code>[AD])?$/,
    kind: 'application',
    normalised: ({ yy = '', serial = '' }) => `EP${yy}${serial}${epCheckDigit(yy + serial)}`,
    printed: ({ yy = '', serial = '' }) => `EP${yy}${serial}.${epCheckDigit(yy + serial)}`,
  },
  // EP4123456A1
  {
    pattern: /^(?<number>\d{6,7})(?<code>[AB]\d?)?$/,
    kind: kindOfCode,
    normalised: ({ number = '', code = '' }) => `EP${number.padStart(7, '0')}${code}`,
    printed: ({ number = '', code }) => spaced('EP', number.padStart(7, '0'), code),
  },
  {
    pattern: /^(?<number>\d{8,9})(?<code>[AB]\d)$/,
    kind: kindOfCode,
    normalised: ({ number, code }) => `EP${number}${code}`,
    printed: ({ number, code }) => spaced('EP', number, code),
    faults: ({ number = '' }) => [
      warning('length', `欧洲公布号应为 7 位数字，现为 ${number.length} 位`, `An EP publication number has 7 digits, not ${number.length}`),
    ],
  },
]
