import type { GetRef, Input } from 'antd'
import { useEffect, useRef } from 'react'

/** Without the opening animation, after which alone a dialog would give the text the focus. */
const WITHOUT_ANIMATION = { transitionName: '', maskTransitionName: '' } as const

/** Puts the cursor into the text that a dialog asks for: a dialog focuses its close button, where Enter would dismiss it and typed text be lost. */
export function useFocusText() {
  const text = useRef<GetRef<typeof Input.TextArea>>(null)
  useEffect(() => text.current?.focus(), [])
  return { text, opening: WITHOUT_ANIMATION }
}
