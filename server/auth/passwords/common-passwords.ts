import { folded } from '../../../model/auth/passwords/weak-passwords.ts'

let read: Promise<ReadonlySet<string>> | undefined

/** Whether it is among the 49,000 passwords that were most common in published breaches, in capital or small letters, or one of them with symbols at its ends. */
export async function isBreached(password: string): Promise<boolean> {
  read ??= readList() // only when the first password is chosen: the list takes some megabytes
  const list = await read
  const plain = folded(password)
  const bare = plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return [password.toLowerCase(), plain].some((one) => list.has(one)) || (bare.length >= MIN_BARE_CHARS && list.has(bare))
}

/** Minimum length of a password without its symbols; a shorter remainder is not compared. */
const MIN_BARE_CHARS = 6

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
