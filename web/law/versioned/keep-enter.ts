import type { KeyboardEvent } from 'react'

/** In a long form, Enter does not save. */
export function keepEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
