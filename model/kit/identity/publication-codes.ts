import { error, plain, weighted, type NumberFault } from './fault.ts'

export function checkIssn(text: string): NumberFault[] {
  const issn = plain(text)
    .replace(/^ISSN:?/, '')
    .replace('-', '')
  if (!/^\d{7}[\dX]$/.test(issn)) return [error('form', '应为 NNNN-NNNC', 'must be written NNNN-NNNC')]
  const check = (11 - (weighted(issn, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return checked(issn, check, (body) => `${body.slice(0, 4)}-${body.slice(4)}`)
}

export function checkDoi(text: string): NumberFault[] {
  return /^10\.\d{4,9}\/\S+$/.test(text.trim()) ? [] : [error('form', '应以 10. 开头，如 10.1000/182', 'must begin with 10., as in 10.1000/182')]
}

/** ISO 7064 mod 11-2. */
export function checkOrcid(text: string): NumberFault[] {
  const orcid = plain(text)
    .replace(/^HTTPS?:\/\/ORCID\.ORG\//, '')
    .replaceAll('-', '')
  if (!/^\d{15}[\dX]$/.test(orcid)) return [error('form', '应为 16 位', 'must have 16 digits')]
  const total = [...orcid.slice(0, 15)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  return checked(orcid, (12 - (total % 11)) % 11, (body) => (body.match(/.{4}/g) ?? []).join('-'))
}

/** Luhn: for bank cards only; account numbers have no common check. */
export function checkBankCard(text: string): NumberFault[] {
  const card = plain(text).replaceAll('-', '')
  if (!/^\d{13,19}$/.test(card)) return [error('form', '应为 13 至 19 位数字', 'must have 13 to 19 digits')]
  const sum = [...card].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 ? [] : [error('check', '校验位错误', 'wrong check digit')]
}

function checked(written: string, check: number, print: (body: string) => string): NumberFault[] {
  const character = check === 10 ? 'X' : String(check)
  if (written.at(-1) === character) return []
  return [error('check', `校验码错误，应为 ${character}`, `wrong check character: expected ${character}`, print(written.slice(0, -1) + character))]
}
