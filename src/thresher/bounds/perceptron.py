"""The Perceptron and the p-norm family: E6, E8, G4 (Grove, Littlestone, Schuurmans 2001; Novikoff)."""

from ..parameters import real


def perceptron_mistakes(*, target_norm: float, instance_norm: float, separation: float) -> float:
    """E6 = C3: M <= |u|_2^2 X_2^2 / delta^2 where y u.x >= delta and |x|_2 <= X."""
    return p_norm_mistakes(p=2, target_norm=target_norm, instance_norm=instance_norm, separation=separation)


def p_norm_mistakes(*, p: float, target_norm: float, instance_norm: float, separation: float) -> float:
    """E8 (Theorem 7.1a): M <= (p-1) |u|_q^2 X_p^2 / delta^2 from z = 0, at any rate; 1/p + 1/q = 1."""
    p = real("p", p, at_least=2)
    u = real("target_norm", target_norm, above=0)
    x = real("instance_norm", instance_norm, above=0)
    delta = real("separation", separation, above=0)
    return (p - 1) * (u * x / delta) ** 2


def tracking_p_norm_mistakes(
    *,
    p: float,
    instance_norm: float,
    separation: float,
    radius: float,
    last_norm: float,
    path_length: float = 0.0,
    noise: float = 0.0,
) -> float:
    """G4: margin 0, rate delta/((p-1)X^2). M <= 2N/delta + 2(p-1)X^2(|u_T|_q^2/2 + R V)/delta^2.

    radius: R >= |u_t|_q.   last_norm: |u_T|_q.   path_length: V = sum |u_{t+1} - u_t|_q.
    noise: N = sum over mistakes of max(0, delta - y u_t.x).
    """
    p = real("p", p, at_least=2)
    x = real("instance_norm", instance_norm, above=0)
    delta = real("separation", separation, above=0)
    r = real("radius", radius, above=0)
    last = real("last_norm", last_norm, at_least=0, at_most=r)
    v = real("path_length", path_length, at_least=0)
    n = real("noise", noise, at_least=0)
    return 2 * n / delta + 2 * (p - 1) * x**2 * (last**2 / 2 + r * v) / delta**2
