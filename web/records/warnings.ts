import { App } from 'antd'
import { useCallback } from 'react'

const SHOWN_FOR_S = 8

/** Shows the warnings of a saved record, such as a later date that waits for a second person. */
export function useTellWarnings(): (saved: object) => void {
  const { message } = App.useApp()
  return useCallback(
    (saved) => {
      for (const line of warningsOf(saved)) message.warning(line, SHOWN_FOR_S)
    },
    [message],
  )
}

export function warningsOf(saved: object): string[] {
  const warnings = 'warnings' in saved ? saved.warnings : undefined
  return Array.isArray(warnings) ? warnings.map(textOf).filter(Boolean) : []
}

const textOf = (one: unknown): string =>
  typeof one === 'string' ? one : typeof one === 'object' && one !== null && 'message' in one ? String(one.message) : ''
