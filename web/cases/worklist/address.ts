import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The state of a worklist is in its address; any other change resets the page. */
export function useAddress() {
  const [query, setQuery] = useSearchParams()
  const put = useCallback(
    (changes: Readonly<Record<string, string | number | null>>, replace = false) =>
      setQuery(
        (now) => {
          const next = new URLSearchParams(now)
          if (!('page' in changes) && !('open' in changes)) next.delete('page')
          for (const [key, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(key)
            else next.set(key, String(value))
          }
          return next
        },
        { replace },
      ),
    [setQuery],
  )
  const read = useCallback((key: string, usual = '') => query.get(key) ?? usual, [query])
  return { read, put }
}
