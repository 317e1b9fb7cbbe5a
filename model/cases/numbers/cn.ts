import { yearIn } from '../../kit/days/clock.ts'
import { error, warning, weighted, type NumberFault } from '../../kit/identity/fault.ts'
import { kindOfCode, rightOfLetter, spaced, type Groups, type Hint, type Kind, type Shape } from './recognised.ts'

/** ZC 0006: for the 12 digits of today's numbers and the 8 of those before October 2003. */
export function cnCheckDigit(body: string): string {
  const check = weighted(body, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5].slice(0, body.length)) % 11
  return check === 10 ? 'X' : String(check)
}

export const CN: readonly Shape[] = [
  // ZL202310123456.6, 202310123456.6, 2023101234566, 202310123456
  {
    pattern: /^(?<zl>ZL)?(?<body>\d{12})(?:\.?(?<check>[\dX]))?$/,
    bare: true,
    kind: applicationOrPatent,
    right: ({ body }) => rightOfLetter(body?.[4]),
    normalised: normalisedApplication,
    printed: printedApplication,
    faults: ({ body = '', check }, hint) => [...faultsOfYear(body, hint), ...faultsOfType(body[4]), ...faultsOfCheck(body, check)],
  },
  // 98100123.8; before 1989 without check digit
  {
    pattern: /^(?<zl>ZL)?(?<body>(?:8[5-9]|9\d|0[0-3])[12389]\d{5})(?:\.?(?<check>[\dX]))?$/,
    bare: true,
    kind: applicationOrPatent,
    right: ({ body }) => rightOfLetter(body?.[2]),
    normalised: normalisedApplication,
    printed: printedApplication,
    faults: ({ body = '', check }) => (!check && /^8[5-8]/.test(body) ? [] : faultsOfCheck(body, check)),
  },
  // CN85100312A: until 1988 the publication kept the number of the application
  {
    pattern: /^(?<number>8[5-8][123]\d{5})(?<code>[ABUSD])$/,
    kind: kindOfCode,
    right: ({ number }) => rightOfLetter(number?.[2]),
    normalised: ({ number, code }) => `CN${number}${code}`,
    printed: ({ number, code }) => `CN${number}${code}`,
  },
  // Database exports omit the check digit and add a letter: CN 201310123456 A
  {
    pattern: /^(?<body>20\d{2}[12389]\d{7}|(?:8[5-9]|9\d|0[0-3])[12389]\d{5})(?<code>[AUSWY])$/,
    kind: 'application',
    right: ({ body = '' }) => rightOfLetter(body[body.length === 12 ? 4 : 2]),
    normalised: normalisedApplication,
    printed: printedApplication,
    faults: ({ body = '' }) => [
      warning('check_added', `已补上校验位 ${cnCheckDigit(body)}`, `Check digit ${cnCheckDigit(body)} added`, withCheck(body)),
    ],
  },
  // CN117123456A, CN1047187A
  {
    pattern: /^(?<number>[123](?:\d{6}|\d{8}))(?<code>[A-Z]\d?)?$/,
    kind: kindOfCode,
    right: ({ number }) => rightOfLetter(number?.[0]),
    normalised: ({ number, code = '' }) => `CN${number}${code}`,
    printed: ({ number, code = '' }) => `CN${number}${code}`,
    faults: faultsOfKindCode,
  },
  {
    pattern: /^(?<zl>ZL)?(?<body>(?:\d{8}|\d{12})[.]?[\dX]?)(?<tail>[A-Z]\d?)$/,
    bare: true,
    unlikely: true,
    kind: applicationOrPatent,
    normalised: ({ body = '', tail }) => `CN${body.replace('.', '')}${tail}`,
    printed: ({ zl = '', body, tail }) => `${zl}${body}${tail}`,
    faults: ({ zl, body = '', tail }) =>
      !zl && /^1\d{7}$/.test(body)
        ? [error('length', '应为 7 位或 9 位数字加类型代码', 'must have 7 or 9 digits and a kind code')]
        : [error('trailing', `号码末尾多出“${tail}”`, `The number ends with an unexpected “${tail}”`, `${zl ?? ''}${body}`)],
  },
  {
    pattern: /^(?<zl>ZL)?(?<body>(?=\w*O)[\dO]{8,13}\.?[\dXO]?)$/,
    bare: true,
    unlikely: true,
    kind: applicationOrPatent,
    normalised: ({ body = '' }) => `CN${body.replace('.', '')}`,
    printed: ({ zl = '', body }) => `${zl}${body}`,
    faults: ({ zl = '', body = '' }) => [
      error('letter_o', '号码中的字母 O 应为数字 0', 'The letter O must be the digit 0', `${zl}${body.replaceAll('O', '0')}`),
    ],
  },
  {
    pattern: /^(?<zl>ZL)?(?<body>\d{4,14})(?:\.(?<check>[\dX]))$/,
    bare: true,
    unlikely: true,
    kind: applicationOrPatent,
    normalised: ({ body, check }) => `CN${body}${check}`,
    printed: ({ zl = '', body, check }) => `${zl}${body}.${check}`,
    faults: ({ body = '' }) => [
      error(
        'length',
        `应为 12 位（2003 年 10 月以前 8 位）数字加校验位，现为 ${body.length} 位`,
        `must have 12 digits (8 before October 2003) and a check digit, not ${body.length}`,
      ),
    ],
  },
]

function applicationOrPatent({ zl }: Groups, hint: Hint): Kind {
  return zl || hint.kind === 'patent' ? 'patent' : 'application'
}

/** A missing check digit is computed, so that one application has one normalised number in every spelling. */
function normalisedApplication({ body = '', check }: Groups): string {
  return `CN${body}${check ?? cnCheckDigit(body)}`
}

function printedApplication({ zl = '', body = '', check }: Groups): string {
  return zl + (/^8[5-8].{6}$/.test(body) && !check ? body : `${body}.${check ?? cnCheckDigit(body)}`)
}

function withCheck(body: string): string {
  return `${body}.${cnCheckDigit(body)}`
}

function faultsOfCheck(body: string, check?: string): NumberFault[] {
  const right = cnCheckDigit(body)
  if (check === right) return []
  if (!check) return [error('check_missing', `缺少校验位，应为 ${right}`, `The check digit is missing: expected ${right}`, withCheck(body))]
  return [error('check', `校验位错误，应为 ${right}`, `Wrong check digit: expected ${right}`, withCheck(body))]
}

/** A division bears the year of its own submission, which is later than that of its filing date. */
function faultsOfYear(body: string, { year: filed = 0 }: Hint): NumberFault[] {
  const now = Math.max(filed, yearIn('Asia/Shanghai'))
  const year = Number(body.slice(0, 4))
  if (year < 2003)
    return [
      error(
        'year',
        `12 位申请号自 2003 年 10 月起使用，年份 ${year} 有误`,
        `Application numbers of 12 digits start in October 2003: the year ${year} is wrong`,
      ),
    ]
  return year > now ? [error('year', `年份 ${year} 尚未到来`, `The year ${year} is in the future`)] : []
}

function faultsOfType(digit = ''): NumberFault[] {
  if ('12389'.includes(digit)) return []
  return [error('type', `第 5 位 ${digit} 不是专利类型（1、2、3、8、9）`, `The fifth digit ${digit} is not a type of right (1, 2, 3, 8, 9)`)]
}

const CODES: Record<string, RegExp> = { 1: /^[ABC]\d?$/, 2: /^[UY]\d?$/, 3: /^[SD]\d?$/ }

function faultsOfKindCode({ number = '', code }: Groups): NumberFault[] {
  const first = number.slice(0, 1)
  if (!code || CODES[first]?.test(code)) return []
  const may = { 1: 'A/B/C', 2: 'U/Y', 3: 'S/D' }[first]
  return [
    error(
      'kind_code',
      `以 ${first} 开头的号码，类型代码应为 ${may}，而不是 ${code}`,
      spaced(`A number that begins with ${first} has the kind code ${may}, not ${code}`),
    ),
  ]
}
