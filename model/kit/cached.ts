type Cache<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown; readonly size?: number }

/** The value cached under the key, or a new one. A full cache takes no further values, since a process runs for months. */
export function cached<K, V extends object>(cache: Cache<K, V>, key: K, make: (key: K) => V, most = 50_000): V {
  const known = cache.get(key)
  if (known) return known
  const made = make(key)
  if ((cache.size ?? 0) < most) cache.set(key, made)
  return made
}
