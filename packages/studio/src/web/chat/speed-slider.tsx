import { Slider } from '@base-ui/react/slider'
import type { ReactElement } from 'react'

const SLOWEST = 10
const FASTEST = 2000

/** Chooses the characters per second, on a logarithmic scale because slow speeds are the interesting ones. */
export function SpeedSlider({
  speed,
  onChange,
}: {
  readonly speed: number
  readonly onChange: (speed: number) => void
}): ReactElement {
  const steps = 100
  const span = Math.log(FASTEST / SLOWEST)
  const toSpeed = (step: number): number => Math.round(SLOWEST * Math.exp((span * step) / steps))
  return (
    <Slider.Root
      className="slider"
      min={0}
      max={steps}
      value={(Math.log(speed / SLOWEST) / span) * steps}
      onValueChange={(step) => onChange(toSpeed(Array.isArray(step) ? (step[0] ?? 0) : step))}
    >
      <Slider.Control className="slider-control">
        <Slider.Track className="slider-track">
          <Slider.Indicator className="slider-indicator" />
          <Slider.Thumb
            className="slider-thumb"
            getAriaLabel={() => 'Argument streaming speed'}
            getAriaValueText={() => `${speed} characters per second`}
          />
        </Slider.Track>
      </Slider.Control>
      <span className="row-note">{speed} char/s</span>
    </Slider.Root>
  )
}
