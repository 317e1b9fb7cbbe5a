import { App } from 'antd'
import { useEffect } from 'react'
import { onWarnings } from '../../api/confirm.ts'
import { useWords } from '../../words/language.ts'

/** All warnings that the server wants confirmed before it writes, in one dialog. */
export function WarningsDialog() {
  const { modal } = App.useApp()
  const { t } = useWords()
  useEffect(
    () =>
      onWarnings(async (warnings) =>
        modal.confirm({
          title: t('confirm.title'),
          content: (
            <ul className="fault-list">
              {warnings.map(({ code, label, reason }) => (
                <li key={`${code} ${label} ${reason}`}>
                  {label}
                  {label && t('colon')}
                  {reason}
                </li>
              ))}
            </ul>
          ),
          okText: t('confirm.continue'),
          cancelText: t('confirm.back'),
          autoFocusButton: 'cancel',
          width: 560,
        }),
      ),
    [modal, t],
  )
  return null
}
