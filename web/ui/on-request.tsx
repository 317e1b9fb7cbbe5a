// Parts of a page that are loaded when they are first shown. A part that cannot be loaded shows that in its place, and the page around it stays.
import { LoadingOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../words/language.ts'
import { carefully } from './files-first.ts'

type Load<P> = () => Promise<ComponentType<P>>

/** A part within the page: the boundary around it shows the waiting state. */
export function partOnRequest<P extends object>(load: Load<P>): ComponentType<P> {
  const useShown = shownOf(load)
  return function Part(props: P) {
    const { Shown, again, failed } = useShown()
    return (
      <Kept key={again.key} onFail={failed} instead={<NotLoaded onRetry={again.act} />}>
        <Shown {...props} />
      </Kept>
    )
  }
}

/** A dialog or drawer: a dialog replaces it while it loads, and if it cannot be loaded. */
export function dialogOnRequest<P extends object>(load: Load<P>, closeOf: (props: P) => (() => void) | undefined = closeIn): ComponentType<P> {
  const useShown = shownOf(load)
  return function Dialog(props: P) {
    const { Shown, again, failed } = useShown()
    const onClose = closeOf(props)
    const isShut = 'isOpen' in props && props.isOpen === false
    return (
      <Kept
        key={again.key}
        onFail={failed}
        instead={
          !isShut && (
            <InPlace onClose={onClose}>
              <NotLoaded onRetry={again.act} onClose={onClose} />
            </InPlace>
          )
        }
      >
        <Suspense fallback={!isShut && <Waits onClose={onClose} />}>
          <Shown {...props} />
        </Suspense>
      </Kept>
    )
  }
}

const closeIn = (props: object): (() => void) | undefined =>
  'onClose' in props && typeof props.onClose === 'function' ? () => void Reflect.apply(props.onClose as () => void, undefined, []) : undefined // just asked

/** The part, and a new attempt once it could not be loaded; a part that is shown anew is tried anew. */
function shownOf<P extends object>(load: Load<P>) {
  const attempt = () =>
    lazy(() =>
      carefully(load).then(
        (shown) => ({ default: shown }),
        (cause: unknown) => {
          throw new LoadFault(String(cause))
        },
      ),
    )
  let latest = attempt()
  return function useShown() {
    const [Shown, setShown] = useState(() => latest)
    const [key, setKey] = useState(0)
    const act = () => {
      setShown(() => latest)
      setKey(key + 1)
    }
    return { Shown: Shown as ComponentType<P>, again: { key, act }, failed: () => void (latest = attempt()) } // a lazy component takes the props of its own
  }
}

class LoadFault extends Error {}

type KeptProps = { instead: ReactNode; onFail: () => void; children: ReactNode }

/** Other faults than those of loading belong to the page. */
class Kept extends Component<KeptProps, { fault: unknown }> {
  override state: { fault: unknown } = { fault: undefined }
  static getDerivedStateFromError = (fault: unknown) => ({ fault })
  override componentDidCatch(fault: unknown) {
    if (fault instanceof LoadFault) this.props.onFail()
  }
  override render() {
    const { fault } = this.state
    if (fault === undefined) return this.props.children
    if (!(fault instanceof LoadFault)) throw fault
    return this.props.instead
  }
}

type Acts = { onRetry: () => void; onClose?: (() => void) | undefined }

function NotLoaded({ onRetry, onClose }: Acts) {
  const { t } = useWords()
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('part.failed')}
      description={t('part.kept')}
      action={
        <span className="part-acts">
          <Button size="small" type="primary" onClick={onRetry}>
            {t('list.retry')}
          </Button>
          {onClose && (
            <Button size="small" onClick={onClose}>
              {t('cancel')}
            </Button>
          )}
        </span>
      }
    />
  )
}

const SOON_MS = 150

/** A part that loads fast shows no waiting state before. */
function Waits({ onClose }: { onClose: (() => void) | undefined }) {
  const { t } = useWords()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SOON_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <InPlace onClose={onClose}>
      <p role="status" className="part-waits">
        <LoadingOutlined aria-hidden /> {t('part.loading')}
      </p>
    </InPlace>
  )
}

/** The browser's own dialog: it holds the focus and gives it back. */
function InPlace({ onClose, children }: { onClose: (() => void) | undefined; children: ReactNode }) {
  const { t } = useWords()
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      className="part-dialog"
      aria-label={t('part.dialog')}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose?.()
      }}
    >
      {children}
    </dialog>
  )
}
