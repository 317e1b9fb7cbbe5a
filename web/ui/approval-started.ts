import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useCallback } from 'react'
import { useWords } from '../words/language.ts'

/** Shows that a step waits for an approval; its record is held from now on. */
export function useApprovalStarted() {
  const { t } = useWords()
  const { modal } = App.useApp()
  const client = useQueryClient()
  return useCallback(
    (text: string) => {
      void client.invalidateQueries()
      modal.info({ title: t('approval.startedTitle'), content: text })
    },
    [client, modal, t],
  )
}
