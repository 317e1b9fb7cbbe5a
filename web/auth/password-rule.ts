export type PasswordPart = 'length' | 'kinds' | 'spaces'

/** 8 to 16 characters, with at least two of letters, digits and symbols. */
export function missingFrom(password: string): PasswordPart[] {
  const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(password)).length
  const missing: PasswordPart[] = []
  if (password.length < 8 || password.length > 16) missing.push('length')
  if (kinds < 2) missing.push('kinds')
  if (/\s/.test(password)) missing.push('spaces')
  return missing
}
