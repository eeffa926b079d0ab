"""Numpy's routines in a pipeline: right products however transposed, and only where they are steady."""

from typing import Any

import numpy as np
import pytest

from kg_assets.language import parser, products

MODEL = "en_core_web_sm"


def _matrix(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("rows", [1, 5, 63, 64, 65, 500])
def test_products_are_those_of_the_matrices(rows: int) -> None:
    quick = products.quick_products()
    if quick is None:
        pytest.skip("this numpy carries other routines")
    x, y = _matrix(rows, 96), _matrix(288, 96)
    expected = x.astype(np.float64) @ y.T.astype(np.float64)
    out = np.empty((rows, 288), np.float32)
    assert np.allclose(quick.gemm(x, y, trans2=True), expected, atol=1e-4)
    assert np.allclose(quick.gemm(np.ascontiguousarray(x.T), y, trans1=True, trans2=True), expected, atol=1e-4)
    assert quick.gemm(x, y, trans2=True, out=out) is out
    assert np.allclose(out, expected, atol=1e-4)


def test_routines_that_company_changes_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    given = products.quick_products

    def unsteady() -> Any:
        quick = given()
        product = quick.gemm
        quick.gemm = lambda x, y, **more: product(x, y, **more) * np.float32(1 + 1e-4 * (len(x) > 100))
        return quick

    if given() is None:
        pytest.skip("this numpy carries other routines")
    texts = ["My sister Ana lives in Graz.", "I sold the boat."]
    monkeypatch.setattr(parser, "quick_products", lambda: None)
    slow = parser.Parser(MODEL)
    own = [doc.tensor for doc in slow._analysed(texts, 2)]
    monkeypatch.setattr(parser, "quick_products", unsteady)
    careful = parser.Parser(MODEL)
    assert all(np.array_equal(a.tensor, b) for a, b in zip(careful._analysed(texts, 2), own, strict=True))
    monkeypatch.setattr(parser, "quick_products", given)
    quick = parser.Parser(MODEL)
    assert all(np.allclose(a.tensor, b, atol=1e-3) for a, b in zip(quick._analysed(texts, 2), own, strict=True))
