import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { ChartWaits } from '../cases/charts/chart-waits.tsx'

/** Content below the visible area is fetched when it is scrolled into view. */
export function WhenShown({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isShown, show] = useState(false)
  useEffect(() => {
    if (!box.current || isShown) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(true), {
      rootMargin: '120px',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [isShown])
  return isShown ? (
    children
  ) : (
    <div ref={box}>
      <ChartWaits />
    </div>
  )
}
