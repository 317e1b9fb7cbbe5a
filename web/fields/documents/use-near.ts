import { type RefCallback, useCallback, useState } from 'react'

/** Whether a page is on the screen, or will soon be. Once it is, it stays drawn. */
export function useNear(): [RefCallback<HTMLElement>, boolean] {
  const [isNear, setNear] = useState(false)
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && (setNear(true), watch.disconnect()), { rootMargin: '600px 0px' })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [place, isNear]
}
