import type { KeyboardEvent } from 'react'

/** In a long form Enter belongs to the field one is in, not to saving. */
export function keepEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
