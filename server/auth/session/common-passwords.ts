let read: Promise<ReadonlySet<string>> | undefined

/** Whether it is among the 49,000 passwords that were most common in published breaches, in capital or small letters. */
export async function isBreached(password: string): Promise<boolean> {
  read ??= readList() // only when the first password is chosen: the list takes some megabytes
  return (await read).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
