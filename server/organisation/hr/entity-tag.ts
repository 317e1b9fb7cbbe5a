import { createHash } from 'node:crypto'
import { refuse } from '../../errors.ts'
import type { Resource } from './attributes.ts'

/** A tag of what the resource says, so that it changes with the account and the members, too. */
export function tagOf({ meta: _, ...said }: Resource): string {
  return `W/"${createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16)}"`
}

/** `match` is the header If-Match: one tag, several, or any. */
export function refuseUnlessSame(resource: Resource, match: string | undefined) {
  if (match === undefined || match.trim() === '*') return
  const own = tagOf(resource).replace(/^W\//, '')
  if (!match.split(',').some((one) => one.trim().replace(/^W\//, '') === own)) refuse('scim_changed')
}
