import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react'
import { captureElements } from '../capture/capture-elements.ts'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/feedback.tsx'
import { Section } from '../panels/section.tsx'
import type { Sides } from '../recording/message-table.tsx'
import { useStudio } from '../studio.ts'
import { differingBox, type Box } from './differing-box.ts'

interface Compared {
  readonly pictures: readonly HTMLCanvasElement[]
  readonly box: Box | undefined
}

/** Pictures of the two Views, with the first difference marked. The browser asks before it takes them. */
export function ComparedPictures({
  views,
  sides,
}: {
  readonly views: RefObject<HTMLDivElement | null>
  readonly sides: Sides
}): ReactElement {
  const { toasts } = useStudio()
  const [compared, setCompared] = useState<Compared>()
  const compare = async (): Promise<void> => {
    try {
      const elements = [...(views.current?.querySelectorAll<HTMLElement>('.compare-view mcp-app') ?? [])]
      const pictures = await captureElements(elements)
      const [before, after] = pictures.map((canvas) => canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height))
      if (!before || !after) throw new Error('One of the calls has no View to take a picture of.')
      setCompared({ pictures, box: differingBox(before, after) })
    } catch (error) {
      toasts.fail('No pictures', error)
    }
  }
  return (
    <Section title="Pictures" hint="The browser asks you to share this tab. Only what is visible of a View can be compared.">
      <div className="panel-row">
        <Button icon="eye" onClick={() => void compare()}>
          Compare the pictures
        </Button>
      </div>
      {compared && !compared.box && <Notice tone="success" title="Both Views look the same" />}
      {compared?.box && (
        <>
          <Notice
            tone="warning"
            title={`First difference: ${compared.box.width} × ${compared.box.height} pixels at ${compared.box.x}, ${compared.box.y}`}
          />
          <div className="compare-views">
            {compared.pictures.map((picture, at) => (
              <MarkedPicture key={at} picture={picture} box={compared.box as Box} title={sides[at] ?? ''} />
            ))}
          </div>
        </>
      )}
    </Section>
  )
}

const MARGIN = 3

function MarkedPicture({
  picture,
  box: { x, y, width, height },
  title,
}: {
  readonly picture: HTMLCanvasElement
  readonly box: Box
  readonly title: string
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.drawImage(picture, 0, 0)
    context.strokeStyle = getComputedStyle(document.body).getPropertyValue('--color-text-danger')
    context.lineWidth = MARGIN
    context.strokeRect(x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)
  }, [picture, x, y, width, height])
  return (
    <canvas
      ref={canvas}
      className="compare-picture"
      width={picture.width}
      height={picture.height}
      role="img"
      aria-label={`Picture of ${title}, with the first difference marked`}
    />
  )
}
