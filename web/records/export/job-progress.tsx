import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { ProgressBar as Bar } from './progress-bar.tsx'

// A notice stands outside the page and its boundary: a bar that cannot be loaded is left out.
const ProgressBar = lazy<ComponentType<ComponentProps<typeof Bar>>>(() =>
  import('./progress-bar.tsx').then(
    ({ ProgressBar }) => ({ default: ProgressBar }),
    () => ({ default: () => null }),
  ),
)

/** How far a job is, in the notice about it. The bar is loaded with the first one. */
export const JobProgress = (props: ComponentProps<typeof Bar>) => (
  <Suspense fallback={null}>
    <ProgressBar {...props} />
  </Suspense>
)
