import { Progress } from 'antd'
import type { Rec } from '../../api/api.ts'
import { percentOf } from './use-job.ts'

type ProgressBarProps = { job: Rec | null; label: string }

export const ProgressBar = ({ job, label }: ProgressBarProps) => (
  <Progress percent={percentOf(job ?? undefined)} size="small" status="active" aria-label={label} />
)
