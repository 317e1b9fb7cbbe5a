import { Modal } from 'antd'
import { Fragment } from 'react'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'

const KEYS: readonly (readonly [keys: readonly string[], word: Word])[] = [
  [['Ctrl', 'K'], 'keys.palette'],
  [['/'], 'keys.search'],
  [['j'], 'keys.next'],
  [['k'], 'keys.previous'],
  [['x'], 'keys.select'],
  [['Enter'], 'keys.open'],
  [['p'], 'keys.preview'],
  [['e'], 'keys.edit'],
  [['n'], 'keys.create'],
  [['Esc'], 'keys.close'],
  [['?'], 'keys.help'],
]

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  return (
    <Modal open title={t('keys.title')} footer={null} onCancel={onClose} width={420}>
      <dl className="keys">
        {KEYS.map(([keys, word]) => (
          <Fragment key={word}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key === 'Ctrl' && navigator.platform.startsWith('Mac') ? '⌘' : key}</kbd>
              ))}
            </dt>
            <dd>{t(word)}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  )
}
