import type { GetRef, Input } from 'antd'
import { useRef } from 'react'

/** Puts the cursor into the text that a dialog asks for: a dialog focuses its close button, where Enter would dismiss it and typed text be lost. */
export function useFocusText() {
  const text = useRef<GetRef<typeof Input.TextArea>>(null)
  return { text, afterOpenChange: (isOpen: boolean) => void (isOpen && text.current?.focus()) }
}
