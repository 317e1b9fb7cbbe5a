export type Answer<T> = { code: number; message: string; data: T; text: string }

/** Calls of the running product; any code but the expected one is an error. */
export const askOf =
  (address: string) =>
  async <T = unknown>(token: string, path: string, body: unknown, ...expected: readonly number[]): Promise<Answer<T>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${address}/innoe-webapi/model/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    const told = { ...(JSON.parse(text) as Answer<T>), text } // the envelope
    if (!(expected.length > 0 ? expected : [0]).includes(told.code)) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
    return told
  }

/** Works through the list, so many at once. */
export async function together<T>(list: readonly T[], most: number, work: (one: T, at: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    while (next < list.length) {
      const at = next++
      await work(list[at] as T, at) // below the length
    }
  }
  await Promise.all(Array.from({ length: most }, worker))
}
