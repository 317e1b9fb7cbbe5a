import { type ComponentProps, lazy, Suspense } from 'react'

const ProgressBar = lazy(async () => ({ default: (await import('./progress-bar.tsx')).ProgressBar }))

/** How far a job is, in the notice about it. The bar is loaded with the first one. */
export const JobProgress = (props: ComponentProps<typeof ProgressBar>) => (
  <Suspense fallback={null}>
    <ProgressBar {...props} />
  </Suspense>
)
