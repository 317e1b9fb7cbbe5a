/** The `redirect` of a login address: a path of this client, never another site. */
export function wayBack(redirect: string | null): string {
  if (!redirect || !/^\/(?![/\\])/.test(redirect) || /[\u0000-\u001f\\]/.test(redirect)) return '/'
  return redirect.startsWith('/login') ? '/' : redirect
}
