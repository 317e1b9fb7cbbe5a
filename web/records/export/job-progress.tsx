import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { ProgressBar as Bar } from './progress-bar.tsx'

// A notice is outside the page and its error boundary: a bar that cannot be loaded is left out.
const ProgressBar = lazy<ComponentType<ComponentProps<typeof Bar>>>(() =>
  import('./progress-bar.tsx').then(
    ({ ProgressBar }) => ({ default: ProgressBar }),
    () => ({ default: () => null }),
  ),
)

/** The progress of a job, in the notice about it. The bar is loaded with the first one. */
export const JobProgress = (props: ComponentProps<typeof Bar>) => (
  <Suspense fallback={null}>
    <ProgressBar {...props} />
  </Suspense>
)
