/** Query parameters that the cloud added; this tab keeps them until the person signs in to the account to be linked. */
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
