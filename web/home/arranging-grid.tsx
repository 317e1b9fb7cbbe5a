import type { ReactNode } from 'react'
import ReactGridLayout, { verticalCompactor } from 'react-grid-layout'
import { COLUMNS, LEAST, type Place } from '../../model/portal/layout.ts'
import { GAP, ROW } from './arrangement.ts'
import 'react-grid-layout/css/styles.css'

type Moved = readonly { i: string; x: number; y: number; w: number; h: number }[]
type ArrangingGridProps = { width: number; places: readonly Place[]; isFixed: boolean; onMove: (places: Moved) => void; children: ReactNode }

/** The home page in arrange mode: widgets are dragged and resized. */
export const ArrangingGrid = ({ width, places, isFixed, onMove, children }: ArrangingGridProps) => (
  <ReactGridLayout
    width={width}
    layout={places.map((place) => ({ ...place, minW: LEAST.w, minH: LEAST.h }))}
    gridConfig={{ cols: COLUMNS, rowHeight: ROW, margin: [GAP, GAP], containerPadding: [0, 0] }}
    dragConfig={{ enabled: !isFixed, handle: '.widget-head' }}
    resizeConfig={{ enabled: !isFixed }}
    compactor={verticalCompactor}
    onLayoutChange={onMove}
  >
    {children}
  </ReactGridLayout>
)
