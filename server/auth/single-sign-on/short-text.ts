const LARGEST = 1 << 20

/** Counted as it arrives: an answer need not say how long it is, and once unpacked it is longer. */
export async function shortText({ body }: Response, where: string): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > LARGEST) throw new Error(`${where}: too long`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
