/** What the cloud added to the address; it waits in this tab while its owner signs in to the account that they bind. */
export type Presented = { client_id: string; token: string; source?: string }

const KEY = 'innoe.cloud'

export function presentedIn(query: URLSearchParams): Presented | undefined {
  const [client_id, token, source] = ['client_id', 'token', 'source'].map((name) => query.get(name) ?? '')
  return client_id && token ? { client_id, token, ...(source && { source }) } : undefined
}

export const keepPresented = (presented: Presented) => sessionStorage.setItem(KEY, JSON.stringify(presented))
export const dropPresented = () => sessionStorage.removeItem(KEY)

export function keptPresented(): Presented | undefined {
  const text = sessionStorage.getItem(KEY)
  return text ? (JSON.parse(text) as Presented) : undefined // as keepPresented wrote it
}
